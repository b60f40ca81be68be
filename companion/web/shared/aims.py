"""Who attacks whom with what, as the address of a roll at a table says it: a matchup knows, and the roll's form asks.

The names begin with a prefix, because a roll's own inputs may be called the same.
"""

ATTACKER, AIMED_AT, TARGET = "who.attacker", "who.aimed_at", "who.target"
"""What attacks and with what, what is attacked, and the number of the seat whose it is."""
