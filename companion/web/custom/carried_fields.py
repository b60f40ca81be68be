"""What the form for custom cards carries along unseen, so that no button loses what was chosen before."""

from collections.abc import Iterable, Iterator

from companion.base.findings import InvalidInput
from companion.printing.custom.card_columns import CardColumn, read_choices
from companion.web.custom import custom_request, sent_cards
from companion.web.custom.sent_cards import SentCards


def list_carried(sent: SentCards, columns: Iterable[CardColumn]) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each hidden field; `columns` are those whose meaning the page shows.

    The options of finished pictures are carried by the page for rows; what was chosen about a file of rows, by that for
    pictures; the meaning of a column that is not on this sheet, or cannot be read at the moment, by both.
    """
    names = custom_request.PICTURES if sent.kind == sent_cards.ROWS else custom_request.ROWS
    yield from ((name, sent.typed[name]) for name in names if sent.typed.get(name))
    table = sent.table
    is_choice_shown = sent.kind == sent_cards.ROWS and (table.sheets or table.readings)
    if table.key and not is_choice_shown:
        yield from (("table_kept", table.key), ("reading_before", table.choice), ("reading", table.choice))
    shown = {key for column in columns for key in _column_keys(f"{column.key}=none")}
    yield from (("column", word) for word in table.columns if _column_keys(word) - shown)


def _column_keys(word: str) -> set[str]:
    """Return the column that a choice is about; none for what is no choice, which is told and need not stay."""
    try:
        return set(read_choices([word]))
    except InvalidInput:
        return set()
