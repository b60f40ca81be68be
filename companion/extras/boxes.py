"""Boxes and dividers of a game or of custom cards: a tuckbox for decks that belong together, dividers for the decks."""

from collections.abc import Iterator, Sequence

from companion.base.findings import InputError, InvalidInput
from companion.extras import pictures
from companion.gamekit.contract import PrintSet, PrintSource
from companion.printing.faces import boxing
from companion.printing.faces.boxes import Deck, Part
from companion.printing.faces.boxing import BoxLoad, FilledBox
from companion.printing.faces.dividers import dividers
from companion.printing.faces.packing import Packing
from companion.printing.faces.tuckboxes import Drawing, Label, tuckbox


def parts(title: str, own: tuple[PrintSet, ...], mechs: tuple[Drawing, ...], source: PrintSource) -> tuple[Part, ...]:
    """Return the boxes, each with a format of its own, then the dividers; for a build, those of its own decks."""
    loads = _loads(own, source)
    return (*_boxes(title, loads, mechs, source.packing or Packing()), *_dividers(title, loads))


def custom_card_boxes(title: str, decks: Sequence[Deck], packing: Packing) -> tuple[Part, ...]:
    """Return the boxes for custom cards, with their faces on them, and dividers."""
    loads, fitted_title = boxing.group_loads([(title, decks)]), pictures.fit_title(title)
    return (*_boxes(fitted_title, loads, (), packing), *_dividers(fitted_title, loads))


def _boxes(title: str, loads: tuple[BoxLoad, ...], mechs: tuple[Drawing, ...], packing: Packing) -> Iterator[Deck]:
    """Return the boxes; InvalidInput if nothing goes into one."""
    if not loads:
        wanted = f"boxes for decks of {boxing.FEWEST} cards or more: add copies, or print the cards alone"
        raise InvalidInput(InputError("what", "too few cards for a box", wanted))
    boxes = [box for load in loads for box in boxing.fill_boxes(load, packing)]
    return (_box(title, box, n, mechs) for n, box in enumerate(boxes))


def _loads(own: tuple[PrintSet, ...], source: PrintSource) -> tuple[BoxLoad, ...]:
    """Return the loads for boxes: the build's own decks; without a build or decks of its own, the game's."""
    if source.build is not None:
        sets = (print_set for print_set in own if print_set.needs_build or print_set.takes_build)
        loads = boxing.group_loads(pictures.decks(sets, source))
        if loads:
            return loads
    return boxing.group_loads(pictures.decks((print_set for print_set in own if not print_set.needs_build), source))


def _box(title: str, box: FilledBox, number: int, mechs: tuple[Drawing, ...]) -> Deck:
    decks = [deck for deck, _ in box.contents]
    faces = pictures.faces(decks, 4 if boxing.is_small(decks[0]) else 2)
    label = Label(
        title,
        pictures.fit_title(box.title),
        pictures.fit_title(box.sentence, 110),
        mechs[number % len(mechs)] if mechs else faces,
        faces,
    )
    form, piece = tuckbox(f"box-{number + 1}", box.net, label)
    return Deck(f"Box: {label.title}", form, (piece,))


def _dividers(title: str, loads: tuple[BoxLoad, ...]) -> tuple[Deck, ...]:
    """Return a divider for each deck that shares a box with others."""
    decks = tuple(deck for load in loads if not load.loose and len(load.decks) > 1 for deck in load.decks)
    titles = tuple(pictures.fit_title(deck.title) for deck in decks)
    return dividers(title, titles, decks, tuple(pictures.faces((deck,), 1) for deck in decks))
