"""The options in the form for custom cards: the cards' look, and how they are printed or exported.

Print and export options share this page, so two inputs are named differently here: `cut_bleed`, `flip`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar, get_args

from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.custom.options import CustomCardOptions
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.export.options import ExportJob, ExportOptions, To
from companion.printing.sheets import option_fields, printer_runs
from companion.printing.sheets.jobs import ACCENT
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer
from companion.web.printing import print_request, refusals
from companion.web.printing.option_form import OptionForm

PartT = TypeVar("PartT")
SHAPES = ("print", *get_args(To))
CARDS = ("title", "format", "backs", "language")
PICTURES = ("edge", "included", "back_names", "back", "pdf_pages", "cut", "cut_gap")
ROWS = ("language",)
"""Options of cards in rows alone."""
EXPORTED = ("dpi", "bleed", "ink", "at", "service", "skip_bad")
INPUTS = {"bleed": "cut_bleed", "backs": "flip"}
"""Print options whose inputs have other names, because export or card options use theirs."""
PRINTED = tuple(name for name in PrintOptions.model_fields if name not in ("unknown", "qr", *INPUTS))
"""The others: cards here have no numbers of a rulebook, and no build to link to."""
_OWN = {"skip_bad": "Leave out cards that cannot be printed"}
"""Labels that only this page has."""
LABELS = refusals.labels(
    PrintOptions,
    ExportOptions,
    CustomCardOptions,
    PictureOptions,
    cards="Cards in CSV or TOML",
    layout="Layout in TOML",
    look="Layout",
    pictures="Pictures that the cards name",
    deck="Pictures, or a zip of them",
    list="Deck list",
    what="What to print",
)
"""What the page calls what is refused once the options are read: cards, pictures, what does not fit the print."""
NAMES = dict.fromkeys(
    ("to", "what", "own_format", "own_paper", *CARDS, *PICTURES, *PRINTED, *EXPORTED, *INPUTS.values())
)
LANGUAGE = "en"
"""The language chosen at first, used to break words."""


@dataclass(frozen=True)
class CustomRequest:
    """The chosen output, `print` or a format of export, and the options of each part."""

    to: str = "print"
    cards: CustomCardOptions = CustomCardOptions(language=LANGUAGE)
    print_options: PrintOptions = PrintOptions()
    export_options: ExportOptions = ExportOptions()
    printer: Printer | None = None
    pictures: PictureOptions = PictureOptions()
    what: tuple[str, ...] = ()
    """What is printed: the cards unless anything is named."""

    def export_job(self, title: str) -> ExportJob:
        """Return how the cards are exported."""
        return ExportJob(title, ACCENT, self.export_options, self.export_options.address)


def read_request(typed: Mapping[str, str], printers: Mapping[str, Printer]) -> CustomRequest:
    """Return the options of a form; InvalidInput with every option that cannot be read."""
    errors: list[InputError] = []

    def part(read_part: Callable[[], PartT], otherwise: PartT, labels: Mapping[str, str]) -> PartT:
        try:
            return read_part()
        except InvalidInput as error:
            refused = refusals.label_errors(error, labels).input_errors
            errors.extend(input_error for input_error in refused if input_error not in errors)
            return otherwise

    to = typed.get("to", "print")
    if to not in SHAPES:
        errors.append(InputError("“File format”", quote(to), f"one of {', '.join(SHAPES)}"))
    printing, exporting = print_request.field_labels(typed) | _OWN, refusals.labels(ExportOptions) | _OWN
    own = {"format": "Format of another size"} if "own_format" in typed else {}
    cards = part(lambda: _cards(typed), CustomCardOptions(), refusals.labels(CustomCardOptions, **own))
    printed = part(lambda: _print_options(typed, cards.backs), PrintOptions(), printing)
    printer = part(lambda: print_request.find_printer(printed, printers), None, printing)
    printed = part(lambda: printer_runs.with_printer_settings(printed, printer), printed, printing)
    exported = part(lambda: _export_options(typed, to), ExportOptions(), exporting)
    pictured = {name: typed[name] for name in PICTURES if name in typed}
    pictures = part(
        lambda: option_fields.read_options(PictureOptions, pictured), PictureOptions(), refusals.labels(PictureOptions)
    )
    if errors:
        raise InvalidInput(*errors)
    return CustomRequest(to, cards, printed, exported, printer, pictures, tuple(typed.get("what", "").split()))


def _cards(typed: Mapping[str, str]) -> CustomCardOptions:
    given = {"language": LANGUAGE} | {name: typed[name] for name in CARDS if name in typed}
    if "own_format" in typed:
        given["format"] = typed["own_format"]
    return option_fields.read_options(CustomCardOptions, given)


def _export_options(typed: Mapping[str, str], to: str) -> ExportOptions:
    given = {name: typed[name] for name in EXPORTED if name in typed}
    return option_fields.read_options(ExportOptions, given | ({"to": to} if to in get_args(To) else {}))


def _print_options(typed: Mapping[str, str], backs: bool) -> PrintOptions:
    given: dict[str, object] = {name: typed[name] for name in PRINTED if name in typed}
    given |= {option: typed[name] for option, name in INPUTS.items() if name in typed}
    if not backs:
        given["backs"] = "no"
    return print_request.print_options(given, typed.get("own_paper"))


@dataclass(frozen=True)
class CustomForm:
    """The page's fields, each with what was typed: of the cards, of their print, of their export."""

    to: str
    own_format: str
    own_paper: str
    cards: OptionForm
    print_options: OptionForm
    export_options: OptionForm
    pictures: OptionForm

    @property
    def is_changed(self) -> bool:
        """Whether a further option is set, so that the page must show it."""
        chosen = (self.to != "print", self.own_format, self.own_paper, self.cards.is_any_changed("title", "backs"))
        changed = self.pictures.is_any_changed("edge", "included", "back_names")
        return any(chosen) or changed or self.print_options.is_any_changed()

    @classmethod
    def of(cls, typed: Mapping[str, str], printer: Printer | None = None) -> "CustomForm":
        """Return the fields filled with what was typed."""
        return cls(
            typed.get("to", "print"),
            typed.get("own_format", ""),
            typed.get("own_paper", ""),
            OptionForm(CustomCardOptions, {"language": LANGUAGE, **typed}),
            OptionForm(PrintOptions, typed, INPUTS, print_request.values_of_empty_fields(printer)),
            OptionForm(ExportOptions, typed),
            OptionForm(PictureOptions, typed),
        )
