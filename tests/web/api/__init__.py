"""The JSON interface, held against its contract sentence by sentence."""
