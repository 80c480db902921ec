"""What Tableside survives: killed servers, power cuts, full disks, lost phones, nonsense.

The short form runs with all the other tests; `make strength` runs the long one, and TABLESIDE_STRENGTH=0.1 a tenth of it.
"""
