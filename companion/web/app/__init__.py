"""What every page and answer stands on: the request, its language and device, limits, security, problems, templates."""
