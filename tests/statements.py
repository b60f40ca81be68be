"""A legality statement checked as a reader does: against the build in the same text."""

from companion.verbs.shared_builds import read_shared
from companion.verbs.statement_check import check_claim, find_claim


def check_statement(text, take=None):
    """Return the check of the statement in a text, None where it has none."""
    linked = read_shared(text, None, take=take)
    claim = find_claim(text, linked.data)
    return check_claim(claim, linked.game) if claim else None
