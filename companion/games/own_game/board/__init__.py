"""What people see and tap: the board, its entries, and the table screen."""
