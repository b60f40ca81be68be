"""Notes about a layout and the cards in it: what is cut off, hard to read, or named but nowhere to be found."""

from collections.abc import Iterable, Iterator
from math import floor

from companion.base.wording import closest
from companion.limits import budget
from companion.printing.custom import causes
from companion.printing.custom.custom_cards import Stack
from companion.printing.custom.layouts import colours
from companion.printing.custom.layouts.drawing import CardInLayout, LayoutDrawing
from companion.printing.custom.layouts.frames import inside
from companion.printing.custom.layouts.templates import fold_name
from companion.printing.custom.layouts.zones import CardLayout, CardZone, stat_names
from companion.printing.faces.boxes import Format
from companion.printing.text import markup
from companion.printing.text.fitting import LEGIBLE

MOST_LOOKS = 60
"""How many different sets of colours are checked for contrast."""


def notes(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> tuple[str, ...]:
    """Return a sentence for each thing a player would want to know of a layout, each once."""
    found = [*_places(layout, drawing.form), *_names(layout, drawing), *_cells(stack, layout, drawing)]
    found += [*_contrasts(stack, layout, drawing), *_cut_texts(stack, layout, drawing)]
    found += _small_texts(layout, drawing)
    return tuple(dict.fromkeys(f"{layout.title}: {sentence}" for sentence in found))


def _sides(layout: CardLayout) -> Iterator[tuple[str, CardZone]]:
    """Return every zone with what it is called."""
    yield from ((f"zone {zone.name}", zone) for zone in layout.zones)
    yield from ((f"back zone {zone.name}", zone) for zone in layout.back or ())


def _places(layout: CardLayout, form: Format) -> Iterator[str]:
    """Return what lies outside the card, or has letters so near to the cut that they may be lost."""
    safe = form.safe if layout.safe is None else layout.safe
    for called, zone in _sides(layout):
        (x, y), (w, h) = zone.at, zone.size
        if x >= form.w or y >= form.h or x + w <= 0 or y + h <= 0:
            yield f"{called} lies outside the card, {form.w:g} × {form.h:g} mm, and is not seen."
        elif zone.has_letters:
            over = safe - min(x + zone.pad, y + zone.pad, form.w - x - w + zone.pad, form.h - y - h + zone.pad)
            if over > 0.05:
                yield (
                    f"{called} reaches {over:.1f} mm past the safe zone, {safe:g} mm inside the cut: an inexact cut "
                    "may take letters."
                )
            elif form.shape == "hex" and inside(zone, form) and not _in_hex(zone, form):
                yield f"{called} reaches past the slopes of the hex: its corners are cut off."


def _in_hex(zone: CardZone, form: Format) -> bool:
    (left, top), (w, h) = zone.at, zone.size
    corners = ((x, y) for x in (left, left + w) for y in (top, top + h))
    return all(
        form.w / 4 * abs(1 - 2 * y / form.h) <= x <= form.w - form.w / 4 * abs(1 - 2 * y / form.h) for x, y in corners
    )


def _names(layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Return the names in braces and in conditions that are neither columns nor symbols."""
    known = sorted(drawing.columns)
    for called, zone in _sides(layout):
        slots = [slot for found in zone.templates for slot in found.slots]
        for slot in slots:
            named = slot.words.removeprefix(":")
            found = any(name in drawing.columns or name in layout.optional for name in slot.names)
            if not found and named not in drawing.glyphs:
                near = _near(slot.words, known)
                yield f"{called}: {{{slot.words}}} is no column of these cards and no symbol: it stays empty.{near}"
        for column in {test.column for one in zone.when for test in one.tests} - drawing.columns:
            yield f"{called}: when asks for {column}, which is no column of these cards.{_near(column, known)}"
        for name in stat_names(zone.stats):
            if fold_name(name) not in drawing.columns:
                yield f"{called}: {name} is no column of these cards.{_near(fold_name(name), known)}"
        if zone.icon and zone.icon not in drawing.glyphs:
            yield f"{called}: {zone.icon} is no symbol."
    for column in layout.by:
        if fold_name(column) not in drawing.columns | layout.optional:
            yield f"colours.by.{column}: {column} is no column of these cards.{_near(fold_name(column), known)}"


def _near(name: str, known: Iterable[str]) -> str:
    close = closest(name.lower(), known)
    return f" Perhaps {close}?" if close else ""


def _cells(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Return what stands in cards' cells for icons and colours, and is neither, each with all its rows."""
    for (called, what), places in causes.group_by_cause(_odd_cells(stack, layout, drawing)).items():
        yield f"{called}: {causes.places_in_words(places)}: {what}"


def _cut_texts(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Return which cards have a text that a zone cuts short, and odd tags."""
    clipped: list[tuple[str, str]] = []
    tags: list[tuple[str, tuple[str, str]]] = []
    zones = [(called, zone) for called, zone in _sides(layout) if zone.overflow == "clip" or zone.markup]
    for place, known in _known_cards(stack, drawing) if zones else ():
        for called, zone in zones:
            if drawing.is_cut_short(zone, known):
                clipped.append((known.card.name, called))
            if zone.markup and zone.text is not None and drawing.shows(zone, known):
                words = zone.text.fill_in(known.values, drawing.fillable) or ""
                odd = (*markup.troubles(words), *_missing_faces(zone, layout, words))
                tags += ((place, (called, trouble)) for trouble in odd)
    for called, names in causes.group_by_cause(clipped).items():
        yield f"{called} is cut short on {causes.names_in_words(names)}."
    for (called, trouble), places in causes.group_by_cause(tags).items():
        yield f"{called}: {causes.places_in_words(places)}: {trouble}."


def _small_texts(layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Return which texts are small on every card because one card needs it."""
    called = {id(zone): words for words, zone in _sides(layout)}
    for zone, size, cause in drawing.small_for_all():
        found = f"{called[id(zone)]} is set in {size:.2f}".rstrip("0").rstrip(".")
        yield f"{found} pt on every card, hard to read under {LEGIBLE:g}, because {cause} needs it: shorten it there."


def _missing_faces(zone: CardZone, layout: CardLayout, words: str) -> Iterator[str]:
    """Return which faces that a text's tags ask for its zone's typeface lacks, each as the end of a sentence."""
    files = {"inter": ("regular",), **layout.own_typefaces}.get(zone.typeface)
    for style in sorted(markup.styles(words).difference(files)) if files else ():
        yield f"{zone.typeface} has no {style} face: that text prints in another"


def _odd_cells(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[tuple[str, tuple[str, str]]]:
    icons = [(called, zone) for called, zone in _sides(layout) if zone.icons is not None]
    coloured = [
        (called, key, wanted)
        for called, zone in _sides(layout)
        for key, wanted in (("fill", zone.fill), ("stroke", zone.stroke), ("colour", zone.colour))
        if wanted.slots
    ]
    if not icons and not coloured:
        return
    for place, known in _known_cards(stack, drawing):
        for called, zone in icons:
            asked = (zone.icons.fill_in(known.values, drawing.fillable) or "") if zone.icons else ""
            for word in drawing.glyphs.row(asked, zone.icon)[1]:
                yield place, (called, f"{word} is no symbol.")
            if asked.strip().isdecimal() and not zone.icon:
                yield place, (called, 'a number is there; say what it counts: icon = "coin".')
        for called, key, wanted in coloured:
            for slot in wanted.slots:
                cells = [known.values.get(name, "") for name in slot.names if name in drawing.columns]
                if any(cell and colours.meant(cell, known.colours) is None for cell in cells):
                    yield place, (called, f"{next(filter(None, cells))[:40]} is no colour for {key}.")


def _known_cards(stack: Stack, drawing: LayoutDrawing) -> Iterator[tuple[str, CardInLayout]]:
    """Return each card with its place in the file."""
    for (place, card), (_, number) in zip(budget.watched(stack.cards), drawing.every(), strict=True):
        yield place, drawing.find_card(card, number)


def _contrasts(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Return letters that are hard to read on their ground, for each set of colours that cards have."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for _, known in _known_cards(stack, drawing):
        key = tuple(sorted(known.colours.items()))
        if key in seen or len(seen) >= MOST_LOOKS:
            continue
        seen.add(key)
        for kind, zones in (("zone", layout.zones), ("back zone", layout.back or ())):
            yield from _hard_to_read(kind, zones, known, drawing)


def _hard_to_read(kind: str, zones: tuple[CardZone, ...], known: CardInLayout, drawing: LayoutDrawing) -> Iterator[str]:
    shown = [zone for zone in zones if drawing.shows(zone, known)]
    for number, zone in enumerate(shown):
        ground = _ground(shown[: number + 1], known, drawing) if zone.text is not None or zone.stats else None
        if ground is None:
            continue
        letters = drawing.colour(zone.colour, known) or colours.OWN["ink"]
        large = zone.least >= (14 if zone.weight == "bold" else 18)
        least = colours.READABLE_LARGE if large else colours.READABLE
        found = colours.contrast(letters, ground)
        if found < least - 0.005:
            told = floor(found * 10) / 10  # Rounded down: 4.48 is not 4.5.
            yield (
                f"{kind} {zone.name}: {letters} on {ground} has a contrast of {told:.1f}:1, hard to read under "
                f"{least:g}:1."
            )


def _ground(zones: list[CardZone], known: CardInLayout, drawing: LayoutDrawing) -> str | None:
    """Return the colour behind the middle of the last of these zones; None where a picture is there."""
    last = zones[-1]
    x, y = (last.at[n] + last.size[n] / 2 for n in (0, 1))
    for zone in reversed(zones):
        (left, top), (w, h) = zone.at, zone.size
        if not (left <= x <= left + w and top <= y <= top + h) or zone.shape == "line":
            continue
        if zone.art is not None:
            return None
        fill = drawing.colour(zone.fill, known)
        if fill:
            return fill
    return colours.OWN["paper"]
