"""Pages and interface over http. The outermost layer: it may know the service, the service never knows it."""
