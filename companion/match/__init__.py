"""One match: its session in memory, entries and corrections, what each viewer sees of it, and who may do what.

Every function takes who asks (`Caller`) and raises one of `companion.match.errors`, of the engine's three errors, or of
the store's `StoreUnavailable`. Nothing here knows of http, of templates or of a language.
"""
