"""Pages and interface over http. The outermost layer: everything here may know the service, nothing there knows this."""
