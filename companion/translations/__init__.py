"""The catalogues: one folder a language, kept whole by `make catalogs`, which calls pybabel."""
