"""What all seats of a table do together: they agree to what one asks, correct a value, finish a game that is decided."""

from companion.play import acts as play


def agreed_by_all(table, brought):
    """Return a table once all others have agreed to what is asked."""
    for seat, one in enumerate(table.seats):
        if table.proposal and one.is_heard and seat not in (table.proposal.seat, *table.out):
            table = play.agree(table, brought, seat)
    return table


def corrected(table, brought, seat, field, value):
    """Return a table after a correction to which all others agree."""
    return agreed_by_all(play.correct(table, brought, seat, field, value), brought)


def finished(table, brought):
    """Return a decided table once all who sit there have finished it."""
    for seat, one in enumerate(table.seats):
        if one.is_heard and not table.result:
            table = play.finish(table, brought, seat)
    return table
