"""A job as text: sheets, trim boxes and fitted words, for tests and for reading in a diff."""

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, Field, fields

from companion.printing.faces.boxes import CardPicture, Picture, PlacedSymbol, Symbol
from companion.printing.sheets.layout import Job, Sheet, Trim
from companion.printing.text.fitting import Drawn, Turned, Words

_LONG = 60
"""The most characters of a text that places show."""
_MANY = 30
"""The most parts that are shown one by one."""


def list_job(job: Job) -> str:
    """Return a job as text: one line per sheet, per piece with its trim box in mm, and per text with its size."""
    lines = [f"{job.title}: {len(job.sheets)} sides on {job.papers} sheets, {job.pieces} pieces, ink {job.options.ink}"]
    seen: set[int] = set()
    for sheet in job.sheets:
        lines += _sheet(sheet, seen)
    return "\n".join(lines) + "\n"


def _sheet(sheet: Sheet, seen: set[int]) -> Iterator[str]:
    yield f"sheet {sheet.number} · {sheet.title} · {sheet.side} · {sheet.w:g} × {sheet.h:g} mm"
    for trim in sheet.trims:
        known = id(trim.face) in seen
        seen.add(id(trim.face))
        turned = " upside down" if trim.upside_down else ""
        again = " (as before)" if known else ""
        yield f"  {trim.piece.name} at {trim.x:.2f}, {trim.y:.2f}, {trim.w:g} × {trim.h:g}{turned}{again}"
        if not known:
            yield from (f"    {line}" for line in texts(trim.boxes))
    yield from (f"  {line}" for line in texts(sheet.boxes))


def texts(boxes: Iterable[Drawn]) -> Iterator[str]:
    """Return each text as `what, size: words`, each symbol that stands for itself by its label."""
    for box in boxes:
        if isinstance(box, Turned):
            yield from texts(box.boxes)
        elif isinstance(box, Words) and not box.box.unknown:
            said = " / ".join(" ".join(run.text for run in runs) for _, runs in box.lines)
            yield f"{box.box.what}, {box.size:g} pt: {said}"
        elif isinstance(box, PlacedSymbol):
            yield f"[{box.symbol.label}]"
        elif isinstance(box, Picture | CardPicture):
            yield f"[{box.label}]"


def places(boxes: Iterable[object], indent: str = "") -> Iterator[str]:
    """Return each box with all that it says of itself, its measures to hundredths; boxes in boxes further in."""
    for box in boxes:
        if isinstance(box, Words):
            starts = ", ".join(f"{_plain(run.x)} {_plain(y)}" for y, runs in box.lines for run in runs[:1])
            yield f"{indent}{next(places([box.box]))}, {box.size:g} pt from {starts}"
            continue
        inner = getattr(box, "boxes", ()) or getattr(getattr(box, "symbol", None), "boxes", ())
        shown = (_field(one.name, getattr(box, one.name)) for one in fields(box) if _is_in_story(box, one))
        yield f"{indent}{type(box).__name__} {' '.join(shown)}"
        if not isinstance(box, PlacedSymbol):
            yield from places(inner, indent + "  ")


def _is_in_story(box: object, one: Field) -> bool:
    if one.name in ("boxes", "symbols", "data", "file"):
        return False
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    return getattr(box, one.name) != default


def _field(name: str, value: object) -> str:
    return f"{name}={_plain(value)}"


def _plain(value: object) -> str:
    if isinstance(value, Symbol | Trim):
        return value.label if isinstance(value, Symbol) else value.piece.name
    if isinstance(value, tuple) and len(value) > _MANY:
        return f"({_plain(value[0])} {_plain(value[1])} … {_plain(value[-2])} {_plain(value[-1])}: {len(value)})"
    if isinstance(value, tuple):
        return f"({' '.join(map(_plain, value))})"
    if isinstance(value, float):
        return f"{round(value, 2) + 0.0:g}"
    if isinstance(value, str) and len(value) > _LONG:
        value = f"{value[:_LONG]}…"
    return repr(value) if isinstance(value, str) and not value.isidentifier() else str(value)
