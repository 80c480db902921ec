"""What people see and tap: the board, its entries, charts, and the table screen."""
