"""The table without a web: a game's tracker, the log of events and its fold, undo, sealed choices, verifiable dice.

Pure: nothing here knows the time, a database or where random numbers come from. `tracker` is a game's
part, `log` the stored form, `table` the state, `acts` what a seat can do, `fair_dice` the dice that can be verified.
"""
