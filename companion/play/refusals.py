"""Refusals that acts share: each raises InvalidInput, with what can be done instead, or returns None."""

from companion.base.findings import InputError, InvalidInput
from companion.play.table import Host, Position, StateLost, Table


def refuse_ended(table: Table) -> None:
    """Refuse an act where the game is over, or only its log is left."""
    if table.result:
        raise refused("table", "a table that has ended", "a new one: open it with the same seats")
    refuse_unfollowed(table)


def refuse_unfollowed(table: Table) -> None:
    """Refuse an act where only the log of a game that has not ended is left."""
    if table.is_lost and table.result is None:
        raise refused("table", "a game that this version cannot follow", "a look at its log, or to give it up")


def refuse_lost(position: Position, what: str) -> None:
    """Refuse to go to a position whose state is lost."""
    try:
        position.state  # noqa: B018
    except StateLost:
        raise refused(what, f"the game after #{position.event}", "a later one: the app cannot follow this") from None


def refuse_paused(table: Table) -> None:
    """Refuse an act while the table is paused."""
    if table.is_paused:
        raise refused("table", "a table that is paused", "its pause to end first: any seat ends it")


def refuse_idle(table: Table) -> None:
    """Refuse a move at a table that has ended or is paused."""
    refuse_ended(table)
    refuse_paused(table)


def refuse_newcomer(table: Table, seat: int) -> None:
    """Refuse an act of a newcomer whom the others have not let in yet."""
    if table.seats[seat].is_new:
        raise refused("seat", "a seat that you took over", "the others to agree first that you play on")


def refuse_other_than_host(table: Table, by: Host) -> None:
    """Refuse an act of the host by anybody else."""
    if by != table.host:
        raise refused("host", "somebody else", "the host to do this; seats may ask whether the host is there")


def refuse_empty_host(table: Table, to: Host) -> None:
    """Refuse a seat as host in which nobody sits, or the computer does."""
    if isinstance(to, int) and (not table.seats[to].name or table.seats[to].computer):
        found = "the computer" if table.seats[to].computer else "an empty seat"
        raise refused("host", found, "a seat in which somebody sits")


def refused(where: str, found: str, wanted: str) -> InvalidInput:
    """Return the error of an act that cannot be done, for its caller to raise."""
    return InvalidInput(InputError(where, found, wanted))
