"""What runs beside the server."""
