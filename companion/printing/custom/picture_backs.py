"""Backs that are chosen, not named: a picture behind all cards, another behind one card, pages of a PDF in pairs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, perhaps
from companion.printing.custom.deck_lists import Place, places_by_name
from companion.printing.custom.picture_names import NamedDeck, find_file, name_key

FOLDER = "chosen back"
"""The folder of pictures that come from elsewhere as backs, so that they may be called as a card is."""
_PAGE = re.compile(r"(.+)(?: page (\d{1,4})|@([12]))(\.pdf)", re.IGNORECASE)
"""A page of a PDF among the pictures: `cards page 3.pdf`; of a PDF of two pages `cards@1.pdf` and `cards@2.pdf`."""
_SIDE = re.compile(r"(|.*?[\s_-])(front|back)s?", re.IGNORECASE)
_STAGE = re.compile(r"(.+)_(\d)_(?:original|bordered|upscaled|edited)(_f2)?(\.\w+)", re.IGNORECASE)
"""A picture of proxdex: a card's id, how far its work has come, and whether it is the second side."""


@dataclass(frozen=True, slots=True)
class ArrangedPictures:
    """Names under which pictures are sorted into fronts and backs, by path; pictures that are not printed have none."""

    names: Mapping[str, str]
    notes: tuple[str, ...] = ()


def arrange(paths: Iterable[str], pages: str = "") -> ArrangedPictures:
    """Return the names of pictures: their own, except for pages of a PDF, and for the stages of a card in proxdex.

    `pages` says how the pages of each PDF make cards: `fronts`, `alternating` (front, back, front, …), `halves` (first
    all fronts, then their backs in the same order); empty for the usual: two pages are a card, more are fronts.
    """
    names = {path: path for path in paths}
    notes = [*_arrange_pages(names, pages), *_keep_last_stages(names)]
    return ArrangedPictures(names, tuple(notes))


def page_counts(paths: Iterable[str]) -> dict[str, list[str]]:
    """Return the pages of each PDF among pictures, in order, by the PDF's path without its ending."""
    pages: dict[str, dict[int, str]] = {}
    for path in paths:
        if match := _PAGE.fullmatch(path):
            pages.setdefault(match[1], {})[int(match[2] or match[3])] = path
    return {
        stem: [by_number[number] for number in sorted(by_number)]
        for stem, by_number in pages.items()
        if len(by_number) > 1 and sorted(by_number) == [*range(1, len(by_number) + 1)]
    }


def _arrange_pages(names: dict[str, str], how: str) -> Iterator[str]:
    """Name pages as `how` says, and yield a note for each PDF that leaves a question open."""
    by_stem = page_counts(names)
    partners = {} if how else dict(_pairs_of_files(by_stem))
    for stem, pages in by_stem.items():
        file, count = f"{stem}.pdf", len(pages)
        if stem in partners or stem in partners.values() or (not how and count == 2):
            continue
        fronts, backs = pages, []
        if how == "alternating":
            fronts, backs = pages[::2], pages[1::2]
        elif how == "halves":
            half = (count + 1) // 2
            fronts, backs = pages[:half], pages[half:]
        elif not how:
            yield (
                f"{file} has {count} pages, each printed as a front. If some are backs, say how they lie: "
                "alternating or halves (“Pages of a PDF”, --pdf-pages)."
            )
        for number, front in enumerate(fronts, 1):
            names[front] = f"{stem} page {number}.pdf"
        for number, back in enumerate(backs, 1):
            names[back] = f"{stem} page {number} (back).pdf"
        if backs and len(backs) < len(fronts):
            yield f"{file} has {count} pages: the last card has no back of its own."
    for front_stem, back_stem in partners.items():
        for number, (front, back) in enumerate(zip(by_stem[front_stem], by_stem[back_stem], strict=True), 1):
            names[front] = f"{front_stem} page {number}.pdf"
            names[back] = f"{front_stem} page {number} (back).pdf"
        yield f"The pages of {back_stem}.pdf are printed behind those of {front_stem}.pdf."


def _pairs_of_files(by_stem: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield PDFs of fronts with those of their backs: `cards-fronts.pdf`, `cards-backs.pdf`, with as many pages."""
    sides: dict[tuple[str, str], str] = {}
    for stem in by_stem:
        folder, slash, name = stem.rpartition("/")
        if match := _SIDE.fullmatch(name):
            sides[f"{folder}{slash}{name_key(match[1])}", match[2].casefold()] = stem
    for (name, side), stem in sides.items():
        other = sides.get((name, "back"))
        if side == "front" and other and len(by_stem[stem]) == len(by_stem[other]):
            yield stem, other


def _keep_last_stages(names: dict[str, str]) -> Iterator[str]:
    """Keep the last stage of each side of a card in proxdex, named by its folder, and yield a note about the others."""
    stages: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for path in names:
        folder, _, file = path.rpartition("/")
        match = _STAGE.fullmatch(file)
        if match and folder.rpartition("/")[2].startswith(match[1]):
            side = " (back)" if match[3] else ""
            stages.setdefault((f"{folder}{side}", match[4]), []).append((int(match[2]), path))
    left_out = []
    for (name, ending), found in stages.items():
        *earlier, (_, last) = sorted(found)
        left_out += [path for _, path in earlier]
        names[last] = f"{name}{ending}"
    for path in left_out:
        del names[path]
    if left_out:
        yield f"Left out: {len(left_out)} earlier stages of cards, such as {left_out[0]}: the last is printed."


@dataclass(frozen=True, slots=True)
class ChosenBacks:
    """The path behind all cards, empty for none chosen; behind single cards, by how they were typed, empty for none."""

    common: str = ""
    own: tuple[tuple[str, str], ...] = ()

    @property
    def paths(self) -> frozenset[str]:
        """The pictures that were chosen as backs, and so are no fronts."""
        return frozenset((self.common, *(path for _, path in self.own))) - {""}


def read_entry(entry: str) -> Iterator[tuple[str, str]]:
    """Yield what an entry may mean, as a card and its back: `back.png` for all, `Fox=other.png`, `Fox=` for none."""
    yield "", entry
    parts = entry.split("=")
    for at in range(len(parts) - 1, 0, -1):
        yield "=".join(parts[:at]).strip(), "=".join(parts[at:]).strip()


def find_backs(entries: Iterable[str], paths: Sequence[str]) -> ChosenBacks:
    """Return the backs that entries name; InvalidInput with every entry that names no picture."""
    chosen = ChosenBacks()
    errors = []
    for entry in entries:
        meanings = [(card, back, find_picture(back, paths) if back else "") for card, back in read_entry(entry)]
        fitting = [(card, path) for card, back, path in meanings if path or (card and not back)]
        if not fitting:
            errors.append(_no_picture(entry, meanings[-1][1] or entry, paths))
            continue
        card, path = fitting[0]
        chosen = replace(chosen, own=(*chosen.own, (card, path))) if card else replace(chosen, common=path)
    if errors:
        raise InvalidInput(*errors)
    return chosen


def find_picture(name: str, paths: Sequence[str]) -> str:
    """Return the path of a picture by its path or the only file of its name; empty if there is none."""
    if path := find_file(name, paths):
        return path
    key = name_key(name)
    files = {path: path.rpartition("/")[2] for path in paths}
    several = [path for path, file in files.items() if key in (name_key(file), name_key(file.rpartition(".")[0]))]
    return several[0] if len(several) == 1 else ""


def _no_picture(entry: str, name: str, paths: Sequence[str]) -> InputError:
    files = [path.rpartition("/")[2] for path in paths]
    same = [path for path in paths if name_key(path.rpartition("/")[2]) == name_key(name)]
    if len(same) > 1:
        return InputError("back", quote(entry), f"one picture, with its folder: {join_words(same[:3], 'or')}")
    keys = {name_key(file): file for file in files}
    return InputError("back", quote(entry), f"the name of a picture{perhaps(name_key(name), keys, ', ', keys)}")


def put_behind(decks: Sequence[NamedDeck], chosen: ChosenBacks) -> tuple[NamedDeck, ...]:
    """Return decks with the backs of single cards; InvalidInput with every card that is not among them."""
    if not chosen.own:
        return tuple(decks)
    places = places_by_name(decks)
    backs: dict[Place, str] = {}
    errors = []
    for card, path in chosen.own:
        found = places.get(name_key(card), [])
        if not found:
            names = {name_key(one.name): one.name for deck in decks for one in deck.cards}
            wanted = f"the name of a card{perhaps(name_key(card), names, ', ', names)}"
            errors.append(InputError("back", quote(f"{card}={path}"), wanted))
        backs |= dict.fromkeys(found, path)
    if errors:
        raise InvalidInput(*errors)
    return tuple(
        replace(
            deck,
            cards=tuple(
                replace(card, back=backs.get((number, place), card.back)) for place, card in enumerate(deck.cards)
            ),
        )
        for number, deck in enumerate(decks)
    )
