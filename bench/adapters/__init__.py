"""Tables to measure, one module for each kind of server."""
