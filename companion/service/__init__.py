"""What the pages and the JSON interface both call: engine, games, store and live joined.

Every function takes who asks (`Caller`) and raises one of `companion.match.errors`, of the engine's three errors, or of
the store's `StoreUnavailable`. Nothing here knows of http, of templates or of a language.
"""
