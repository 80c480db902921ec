"""What is done with more than one match: tables and evenings, results and history, files and backups, sheets and the judge.

Every function takes who asks (`Caller`) and raises one of `companion.match.errors`, of the engine's three errors, or of
the store's `StoreUnavailable`. Nothing here knows of http, of templates or of a language.
"""
