"""The file of rows in the form for custom cards: how it was read, and how else it may be."""

from dataclasses import dataclass, replace

from flask import request

from companion.base.findings import InputError, InvalidInput
from companion.data.column_names import has_rows
from companion.data.text_encodings import Reading, doubtful_rows
from companion.printing.custom import custom_cards
from companion.printing.custom.card_columns import TITLES
from companion.printing.custom.card_rows import LONGEST_ROWS
from companion.printing.custom.table_options import MOST_CHOSEN
from companion.printing.pdf import attachments, table_files
from companion.printing.pdf.table_files import FileText
from companion.storage import pictures as kept
from companion.web.shell.uploads import LARGEST_WITH_PDF
from companion.web.shell.visitors import visitor

WANTED = "cards in CSV, XLSX, ODS or TOML"


@dataclass(frozen=True)
class SentTable:
    """A file's text as it is in the form, with the sheets or the readings to choose from, if there are several."""

    text: str
    name: str = ""
    """The file that the text came from, unless other cards were pasted over it."""
    key: str = ""
    """What the file is kept by; empty where there is nothing to choose."""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    encoding: str = ""
    readings: tuple[Reading, ...] = ()
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    """What columns are where the player says so, as `Anzahl=copies`."""

    @property
    def spellings(self) -> list[tuple[Reading, tuple[str, ...]]]:
        """The readings, each with the rows that another one reads differently."""
        return [*zip(self.readings, doubtful_rows(self.readings), strict=True)]

    @property
    def choice(self) -> str:
        """The sheet or the encoding that the text is from."""
        return self.sheet or self.encoding


def read_earlier_table(text: str) -> SentTable:
    """Return what is typed, without reading any file."""
    name = request.form.get("called", "")[:200]
    is_same = bool(name) and has_rows(name) != custom_cards.has_tables(text)
    words = [word[:300] for word in request.form.getlist("column") if word]
    earlier = SentTable(text.replace("\r\n", "\n"), columns=tuple(words[:MOST_CHOSEN]))
    if not is_same:
        return earlier
    key, choice = request.form.get("table_kept", ""), request.form.get("reading_before", "")
    return replace(earlier, name=name, key=key, sheet=choice[:200] if key else "")


def read_sent_table(text: str) -> SentTable:
    """Return the rows of the form: of a file sent now, of the one that came before read in another way, or typed.

    InvalidInput where a file cannot be read.
    """
    sent = request.files.get("file")
    if sent and sent.filename:
        data = sent.read(LARGEST_WITH_PDF + 1)
        if len(data) > LARGEST_WITH_PDF:
            wanted = f"{WANTED}, of at most {LONGEST_ROWS:,} characters"
            raise InvalidInput(InputError(sent.filename, "a larger file", wanted))
        return _read_new(data, sent.filename[:200], read_earlier_table(text))
    earlier = read_earlier_table(text)
    return _read_again(earlier) if earlier.key else earlier


def _read_new(data: bytes, name: str, earlier: SentTable) -> SentTable:
    """Return a file's rows; what was chosen about columns, and the sheet of a file of that name, counts again."""
    if attachments.is_pdf(data):
        return SentTable(attachments.read_build(data, name), name)
    table = _as_table(table_files.read_file(data, name, WANTED, titles=TITLES), name)
    chosen = request.form.get("reading", "")
    if name == earlier.name and chosen != table.sheet and chosen in table.sheets:
        table = _as_table(table_files.read_file(data, name, WANTED, "", chosen, TITLES), name)
    key = kept.keep(data, visitor()) if table.sheets or table.readings else ""
    return replace(table, key=key, columns=earlier.columns)


def _read_again(earlier: SentTable) -> SentTable:
    """Return the text as it is, or read anew where another sheet or encoding is chosen than the one it is from."""
    chosen = request.form.get("reading", "")
    before = request.form.get("reading_before", "")
    try:
        data = kept.find(earlier.key)
    except FileNotFoundError:
        if chosen == before:
            return replace(earlier, key="", sheet="")
        raise InvalidInput(
            InputError(earlier.name, "a file that is no longer here", "the file: choose it again")
        ) from None
    is_workbook = table_files.is_workbook(data)
    encoding, sheet = ("", chosen) if is_workbook else (chosen, "")
    file = table_files.read_file(data, earlier.name, WANTED, encoding, sheet, TITLES)
    table = replace(_as_table(file, earlier.name), key=earlier.key, columns=earlier.columns)
    # What was typed over the rows stays as long as the same ones are chosen.
    return replace(table, text=earlier.text) if chosen == before else table


def _as_table(file: FileText, name: str) -> SentTable:
    # A page sends its text with other ends of lines than a file has.
    text = file.text.replace("\r\n", "\n")
    if len(text) > LONGEST_ROWS:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"at most {LONGEST_ROWS:,}"))
    sheets = file.sheets if len(file.sheets) > 1 else ()
    return SentTable(text, name, "", file.sheet, sheets, file.encoding, file.readings, file.notes)
