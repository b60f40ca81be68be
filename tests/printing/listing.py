"""A job as text: sheets, trim boxes and fitted words, for tests and for reading in a diff."""

from collections.abc import Iterable, Iterator

from companion.printing.faces.boxes import CardPicture, Picture, PlacedSymbol
from companion.printing.sheets.layout import Job, Sheet
from companion.printing.text.fitting import Drawn, Turned, Words


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
