"""The table without a web: a game's tracker, the log of events and its fold, undo, sealed choices, verifiable dice.

Pure: nothing here knows the time, a database or where random numbers come from. `tracker` is what a game offers, `log`
what is stored, `table` what a seat can do, `fair_dice` how dice fall and are checked afterwards.
"""
