"""Notes about a layout and the cards in it: parts cut off or hard to read, and unknown names."""

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
"""The most sets of colours that are checked for contrast."""


def notes(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> tuple[str, ...]:
    """Return the notes about a layout as sentences, each once."""
    sentences = [*_places(layout, drawing.form), *_names(layout, drawing), *_cells(stack, layout, drawing)]
    sentences += [*_contrasts(stack, layout, drawing), *_cut_texts(stack, layout, drawing)]
    sentences += _small_texts(layout, drawing)
    return tuple(dict.fromkeys(f"{layout.title}: {sentence}" for sentence in sentences))


def _named_zones(layout: CardLayout) -> Iterator[tuple[str, CardZone]]:
    """Yield every zone with its name for messages."""
    yield from ((f"zone {zone.name}", zone) for zone in layout.zones)
    yield from ((f"back zone {zone.name}", zone) for zone in layout.back or ())


def _places(layout: CardLayout, form: Format) -> Iterator[str]:
    """Yield zones outside the card, and zones with letters too close to the cut."""
    safe = form.safe if layout.safe is None else layout.safe
    for zone_name, zone in _named_zones(layout):
        (x, y), (w, h) = zone.at, zone.size
        if x >= form.w or y >= form.h or x + w <= 0 or y + h <= 0:
            yield f"{zone_name} lies outside the card, {form.w:g} × {form.h:g} mm, and is not seen."
        elif zone.has_letters:
            over = safe - min(x + zone.pad, y + zone.pad, form.w - x - w + zone.pad, form.h - y - h + zone.pad)
            if over > 0.05:
                yield (
                    f"{zone_name} reaches {over:.1f} mm past the safe zone, {safe:g} mm inside the cut: an inexact cut "
                    "may take letters."
                )
            elif form.shape == "hex" and inside(zone, form) and not _in_hex(zone, form):
                yield f"{zone_name} reaches past the slopes of the hex: its corners are cut off."


def _in_hex(zone: CardZone, form: Format) -> bool:
    (left, top), (w, h) = zone.at, zone.size
    corners = ((x, y) for x in (left, left + w) for y in (top, top + h))
    return all(
        form.w / 4 * abs(1 - 2 * y / form.h) <= x <= form.w - form.w / 4 * abs(1 - 2 * y / form.h) for x, y in corners
    )


def _names(layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Yield the names in braces and in conditions that are neither columns nor symbols."""
    columns = sorted(drawing.columns)
    for zone_name, zone in _named_zones(layout):
        slots = [slot for template in zone.templates for slot in template.slots]
        for slot in slots:
            symbol = slot.words.removeprefix(":")
            is_column = any(name in drawing.columns or name in layout.optional for name in slot.names)
            if not is_column and symbol not in drawing.glyphs:
                near = _suggest(slot.words, columns)
                yield f"{zone_name}: {{{slot.words}}} is no column of these cards and no symbol: it stays empty.{near}"
        asked = {test.column for condition in zone.when for test in condition.tests}
        for column in asked - drawing.columns - layout.optional:
            yield f"{zone_name}: when asks for {column}, which is no column of these cards.{_suggest(column, columns)}"
        for name in stat_names(zone.stats):
            if fold_name(name) not in drawing.columns:
                yield f"{zone_name}: {name} is no column of these cards.{_suggest(fold_name(name), columns)}"
        if zone.icon and zone.icon not in drawing.glyphs:
            yield f"{zone_name}: {zone.icon} is no symbol."
    for column in layout.by:
        if fold_name(column) not in drawing.columns | layout.optional:
            yield f"colours.by.{column}: {column} is no column of these cards.{_suggest(fold_name(column), columns)}"


def _suggest(name: str, names: Iterable[str]) -> str:
    close = closest(name.lower(), names)
    return f" Perhaps {close}?" if close else ""


def _cells(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Yield the cells for icons and colours that contain neither, each with all its rows."""
    for (zone_name, trouble), places in causes.group_by_cause(_cell_troubles(stack, layout, drawing)).items():
        yield f"{zone_name}: {causes.places_in_words(places)}: {trouble}"


def _cut_texts(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Yield the cards with a text that a zone cuts short, and texts with wrong tags."""
    clipped: list[tuple[str, str]] = []
    tags: list[tuple[str, tuple[str, str]]] = []
    zones = [(zone_name, zone) for zone_name, zone in _named_zones(layout) if zone.overflow == "clip" or zone.markup]
    for place, drawn_card in _drawn_cards(stack, drawing) if zones else ():
        for zone_name, zone in zones:
            if drawing.is_cut_short(zone, drawn_card):
                clipped.append((drawn_card.card.name, zone_name))
            if zone.markup and zone.text is not None and drawing.shows(zone, drawn_card):
                words = zone.text.fill_in(drawn_card.values, drawing.fillable) or ""
                troubles = (*markup.troubles(words), *_missing_faces(zone, layout, words))
                tags += ((place, (zone_name, trouble)) for trouble in troubles)
    for zone_name, names in causes.group_by_cause(clipped).items():
        yield f"{zone_name} is cut short on {causes.names_in_words(names)}."
    for (zone_name, trouble), places in causes.group_by_cause(tags).items():
        yield f"{zone_name}: {causes.places_in_words(places)}: {trouble}."


def _small_texts(layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Yield the texts that are small on every card because one card requires it."""
    zone_names = {id(zone): zone_name for zone_name, zone in _named_zones(layout)}
    for zone, size, cause in drawing.small_for_all():
        words = f"{zone_names[id(zone)]} is set in {size:.2f}".rstrip("0").rstrip(".")
        yield f"{words} pt on every card, hard to read under {LEGIBLE:g}, because {cause} needs it: shorten it there."


def _missing_faces(zone: CardZone, layout: CardLayout, words: str) -> Iterator[str]:
    """Yield the faces in a text's tags that its zone's typeface lacks, each as the end of a sentence."""
    first = zone.typeface[0] if zone.typeface else ""
    files = {"inter": ("regular",), **layout.own_typefaces}.get(first)
    for style in sorted(markup.styles(words).difference(files)) if files else ():
        yield f"{first} has no {style} face: that text prints in another"


def _cell_troubles(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[tuple[str, tuple[str, str]]]:
    icons = [(zone_name, zone) for zone_name, zone in _named_zones(layout) if zone.icons is not None]
    coloured = [
        (zone_name, key, wanted)
        for zone_name, zone in _named_zones(layout)
        for key, wanted in (("fill", zone.fill), ("stroke", zone.stroke), ("colour", zone.colour))
        if wanted.slots
    ]
    if not icons and not coloured:
        return
    for place, drawn_card in _drawn_cards(stack, drawing):
        for zone_name, zone in icons:
            content = (zone.icons.fill_in(drawn_card.values, drawing.fillable) or "") if zone.icons else ""
            for word in drawing.glyphs.row(content, zone.icon)[1]:
                yield place, (zone_name, f"{word} is no symbol.")
            if content.strip().isdecimal() and not zone.icon:
                yield place, (zone_name, 'a number is there; say what it counts: icon = "coin".')
        for zone_name, key, wanted in coloured:
            for slot in wanted.slots:
                cells = [drawn_card.values.get(name, "") for name in slot.names if name in drawing.columns]
                if any(cell and colours.find_colour(cell, drawn_card.colours) is None for cell in cells):
                    yield place, (zone_name, f"{next(filter(None, cells))[:40]} is no colour for {key}.")


def _drawn_cards(stack: Stack, drawing: LayoutDrawing) -> Iterator[tuple[str, CardInLayout]]:
    """Yield each card with its place in the file."""
    for (place, card), (_, number) in zip(budget.watched(stack.cards), drawing.every(), strict=True):
        yield place, drawing.find_card(card, number)


def _contrasts(stack: Stack, layout: CardLayout, drawing: LayoutDrawing) -> Iterator[str]:
    """Yield zones whose letters are hard to read on their ground, for each set of colours of the cards."""
    checked_colours: set[tuple[tuple[str, str], ...]] = set()
    for _, drawn_card in _drawn_cards(stack, drawing):
        key = tuple(sorted(drawn_card.colours.items()))
        if key in checked_colours or len(checked_colours) >= MOST_LOOKS:
            continue
        checked_colours.add(key)
        for kind, zones in (("zone", layout.zones), ("back zone", layout.back or ())):
            yield from _hard_to_read(kind, zones, drawn_card, drawing)


def _hard_to_read(
    kind: str, zones: tuple[CardZone, ...], drawn_card: CardInLayout, drawing: LayoutDrawing
) -> Iterator[str]:
    visible = [zone for zone in zones if drawing.shows(zone, drawn_card)]
    for number, zone in enumerate(visible):
        ground = _ground(visible[: number + 1], drawn_card, drawing) if zone.text is not None or zone.stats else None
        if ground is None:
            continue
        letters = drawing.colour(zone.colour, drawn_card) or colours.DEFAULTS["ink"]
        large = zone.least >= (14 if zone.weight == "bold" else 18)
        least = colours.READABLE_LARGE if large else colours.READABLE
        contrast = colours.contrast(letters, ground)
        if contrast < least - 0.005:
            rounded = floor(contrast * 10) / 10  # Rounded down: 4.48 is not 4.5.
            yield (
                f"{kind} {zone.name}: {letters} on {ground} has a contrast of {rounded:.1f}:1, hard to read under "
                f"{least:g}:1."
            )


def _ground(zones: list[CardZone], drawn_card: CardInLayout, drawing: LayoutDrawing) -> str | None:
    """Return the colour behind the middle of the last of these zones; None if a picture is there."""
    last = zones[-1]
    x, y = (last.at[n] + last.size[n] / 2 for n in (0, 1))
    for zone in reversed(zones):
        (left, top), (w, h) = zone.at, zone.size
        if not (left <= x <= left + w and top <= y <= top + h) or zone.shape == "line":
            continue
        if zone.art is not None:
            return None
        fill = drawing.colour(zone.fill, drawn_card)
        if fill:
            return fill
    return colours.DEFAULTS["paper"]
