"""What Tableside survives: killed servers, power cuts, full disks, races, lost phones, nonsense.

Each test has a planted fault that it catches, for a test that cannot fail shows nothing. The short form runs with all the other
tests; `make strength` runs the long one, and TABLESIDE_STRENGTH=0.1 a tenth of it.
"""
