"""The catalogues: one folder a language, and the commands that keep them whole (`python -m companion.translations.catalogs`)."""
