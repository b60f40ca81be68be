"""Record sheets of units at a table: what players write down, and what follows from a roll by rule.

Miniatures stand on the players' own table: where they stand is theirs to say, and nothing here knows it.
"""
