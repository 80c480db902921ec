"""What every game is made of: texts, rulings, moves, the journal and its two folds.

No input or output, no locale, no clock, no particular game. Everything here is a value or a function of values.
"""
