"""The best Mech or squad as plain data: its measures, its documents, its parts, and how far it is proved.

The inputs are in `asked`, the searches in `best_mech` and `best_squad`.
"""

from fractions import Fraction
from typing import Any

from companion.documents import Record
from companion.games.techniconica.analysis import best_mech, best_squad
from companion.games.techniconica.analysis.asked import Read, read
from companion.games.techniconica.analysis.best_mech import MEASURES, BestMech, Measure
from companion.games.techniconica.analysis.squads import SquadQuestion, SquadReport
from companion.games.techniconica.model import Mech
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble
from companion.system import Context

_LEGAL = ["weight-total", "overweight", "power-total", "underpowered", "modifies", "second-modification"]
_SHOT = {
    "long-range": ["attack"],
    "damage": ["attack", "special-attack", "jam"],
    "destroy": ["attack", "special-attack", "jam", "damage-order"],
}
AIMED = ("damage", "destroy")
"""The goals for which it matters whom a shot is aimed at."""


def run(inputs: Record, context: Context) -> dict[str, Any]:
    """Return the best Mech or squad that the cards allow; `mech` is None where there is none.

    What stands at the top is about the first Mech, `mechs` has all of them, and `sum` what they have together. `proof`
    says how far the search is: `proved` where no legal Mech or squad made from the cards searched has more, else `most`
    is more than any can have; a search that is not `finished` goes on with `done`. `use` is what it changes of a build.

    Where only its least Speed stands in the way, `fastest` is the most Speed that a legal Mech of these cards has.
    InvalidInput as in `asked.read`.
    """
    known = read(inputs, context)
    measure = MEASURES[known.asked.wish]
    return {
        "wish": measure.id,
        "title": measure.title,
        "from": known.source,
        "owned": None if known.owned is None else dict(known.owned),
        **({"against": known.terms.opponent.title} if measure.id in AIMED else {}),
        **(_one if known.asked.mechs == 1 else _several)(known, measure, context),
        "rules": [*_LEGAL, *_SHOT.get(measure.id, [])],
    }


def _one(known: Read, measure: Measure, context: Context) -> dict[str, Any]:
    found = best_mech.best(context.catalogue, known.copies, measure.id, context.rulings, terms=known.terms)
    proved = not (found and found.left)
    most = _number(found.first) if found and proved else None
    proof = {"finished": True, "proved": proved, "searched": 1, "total": 1, "most": most}
    if found is None:
        return {"mech": None, **_too_slow(known, context), "proof": proof}
    return {**_told(found, measure, context), **_together(known, (found,), measure, context), "proof": proof}


def _several(known: Read, measure: Measure, context: Context) -> dict[str, Any]:
    asked = known.asked
    question = SquadQuestion.of(asked.mechs, context.catalogue, known.copies, measure.id, context.rulings, known.terms)
    done = asked.done if asked.done is not None else 0 if context.most_steps else best_squad.EVERY
    report = best_squad.reported(question, done, context.most_steps)
    proof = {
        "finished": report.finished,
        "proved": report.proved and not report.left,
        "searched": report.searched,
        "total": report.total,
        "most": None if report.most is None else _number(report.most),
    }
    if not report.squad:
        return {"mech": None, **(_too_slow(known, context) if report.proved else {}), "proof": proof}
    _read_rulings(report, known, measure, context)
    first = {**_told(report.squad[0], measure, context), "left": report.left}
    return {**first, **_together(known, report.squad, measure, context), "proof": proof}


def _read_rulings(report: SquadReport, known: Read, measure: Measure, context: Context) -> None:
    """Look the rulings up that a squad from memory rests on, so that the answer can name them."""
    if measure.id not in ("fast", "sturdy"):
        terms = best_mech.Terms(grid=known.terms.grid, opponent=known.terms.opponent)
        best_mech.best(context.catalogue, report.squad[0].used, measure.id, context.rulings, terms=terms)


def _together(known: Read, mechs: tuple[BestMech, ...], measure: Measure, context: Context) -> dict[str, Any]:
    """Return all Mechs, what they have together, and what a build takes over from them."""
    numbered = len(mechs) > 1
    names = [f"{measure.title} {n}" if numbered else measure.title for n in range(1, len(mechs) + 1)]
    use: dict[str, Any] = {"mech": [{"name": name, **mech.mech} for name, mech in zip(names, mechs, strict=True)]}
    if known.owned is not None:
        use["owned"] = {card: count for card, count in known.owned.items() if count}
    return {
        "mechs": [{"name": name, **_told(mech, measure, context)} for name, mech in zip(names, mechs, strict=True)],
        "sum": _number(sum((mech.first for mech in mechs), 0)),
        "use": use,
    }


def _too_slow(known: Read, context: Context) -> dict[str, Any]:
    """Return the Speed of the fastest legal Mech where one of the least Speed cannot be had."""
    if not known.terms.least_speed:
        return {}
    terms = best_mech.Terms(grid=known.terms.grid, must=known.terms.must if known.asked.mechs == 1 else {})
    found = best_mech.best(context.catalogue, known.copies, "fast", context.rulings, terms=terms)
    return {"fastest": found.first} if found and found.first < known.terms.least_speed else {}


def _told(found: BestMech, measure: Measure, context: Context) -> dict[str, Any]:
    made = assemble(Mech.model_validate(found.mech), context.catalogue)
    return {
        "first": {"measure": measure.first, "value": _number(found.first)},
        "second": {"measure": measure.second, "value": found.second},
        "main": _main(found, made),
        "left": found.left,
        "weight": {"used": made.weight, "most": made.max_weight},
        "speed": made.speed,
        "power": {"used": made.consumption, "most": made.output},
        "parts": [_part(mount) for mount in made.mounts],
        "mech": dict(found.mech),
    }


def _number(value: Fraction | int) -> float | int:
    return value if isinstance(value, int) else float(value)


def _main(found: BestMech, made: Assembly) -> dict[str, str] | None:
    """Return the Weapon that the measure is about."""
    cards = (mount.card for mount in made.weapons if mount.card.id == found.main)
    return next(({"id": card.id, "name": card.name} for card in cards), None)


def _part(mount: Mount) -> dict[str, Any]:
    return {
        "place": mount.place,
        "slot": ",".join(map(str, mount.slot)) if mount.slot else None,
        "id": mount.card.id,
        "name": mount.card.name,
        "type": mount.card.type,
        "attached": [{"id": card.id, "name": card.name, "type": card.type} for card in mount.attached],
    }
