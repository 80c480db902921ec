"""The board of a match: looking, entering, taking back, correcting, contesting, and the streams that keep it fresh."""
