"""The best Mech or squad as plain data: its measures, its documents, its parts, and how far it is proved.

The inputs are in `best_mech_question`; `best_mech` computes the answer; readers see the best so far.
"""

from fractions import Fraction
from math import ceil

from companion.base.json_types import JsonObject
from companion.base.wording import decimal, percent
from companion.data.documents import Record
from companion.gamekit.contract import Context
from companion.games.techniconica.analysis import best_mech
from companion.games.techniconica.analysis.best_mech_question import PreparedQuestion, prepare_question
from companion.games.techniconica.analysis.goals import AIMED, MEASURES, Number, measure_mech
from companion.games.techniconica.analysis.questions import BestMech, Squad, SquadQuestion, SquadReport, judge_squad
from companion.games.techniconica.model import Mech
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble, write_mechs
from companion.games.techniconica.rules.play import explain_variant_size
from companion.limits import budget

_LEGAL = ["weight-total", "overweight", "power-total", "underpowered", "modifies", "second-modification"]
_ATTACK = {
    "long-range": ["attack"],
    "damage": ["attack", "special-attack", "jam"],
    "destroy": ["attack", "special-attack", "jam", "damage-order"],
    "volley": ["attack", "special-attack", "jam", "more-weapons"],
    "charge": ["charge", "special-attack", "jam"],
}


def run(inputs: Record, context: Context) -> JsonObject:
    """Return the best Mech or squad that the cards allow; `mech` is None where there is none.

    What stands at the top is about the first Mech, `mechs` has all of them, `sum` what they have together and `judged`
    what the squad is judged by. `use` is what the answer changes of a build: the Mechs that are kept, and the new ones.

    `proof` says how far it is: `proved` where no squad of legal Mechs of these cards has more than `judged`; else
    `most` is more than any can have, by `rounding` at most too much. One that is not `finished` is asked again;
    `searched` of `total` are seconds of work, 1 of 1 in the end. With `settled` no squad of equal worth has more of the
    second measure.

    `variant` says why the squad, with the Mechs that are kept, cannot play the variant in force, empty where it can.

    Where only the least Speed stands in the way, `fastest` is the most Speed that such a Mech can have, of a squad the
    slowest one.
    InvalidInput as in `prepare_question`, and where no solver is installed.
    """
    known = prepare_question(inputs, context)
    wanted = known.inputs
    question = SquadQuestion.of(
        wanted.mechs, context.catalogue, known.copies, wanted.wish, context.rulings, known.constraints
    )
    working = best_mech.answer(question, wanted.stop)
    report = working.newest(context.patience) or SquadReport(finished=working.finished)
    goal = MEASURES[wanted.wish]
    return {
        "wish": goal.id,
        "title": goal.title,
        "from": known.source,
        "owned": None if known.owned is None else dict(known.owned),
        **({"against": known.constraints.opponent.title} if goal.id in AIMED else {}),
        "judged_by": wanted.judged_by,
        "variant": _variant(len(known.kept) + wanted.mechs, context),
        "kept": [mech.name or f"Mech {number}" for number, mech in enumerate(known.kept, 1)],
        **_describe_squad(report, known, context),
        "certainty": "proved" if report.proved else "sample" if report.most is None else "within",
        "sure": _sure(report, known),
        "proof": _proof(report),
        "rules": [*_LEGAL, *_ATTACK.get(goal.id, [])],
    }


def _variant(mechs: int, context: Context) -> str:
    """Return why so many Mechs cannot play the variant; the usual game takes any number, so nothing rests on it."""
    usual = ("variant", "standard") in context.rulings.items()  # which `rests_on` does not see
    return "" if usual else explain_variant_size(mechs, context.rulings)


def _proof(report: SquadReport) -> JsonObject:
    """Return how far the answer is; seconds are told while they tell something, and 1 of 1 in the end."""
    running = budget.current()
    searched = 1 if report.finished else ceil(report.seconds)
    most = int(running.limits.seconds) if running and not report.finished else searched
    return {
        "finished": report.finished,
        "proved": report.proved,
        "settled": report.settled,
        "searched": searched,
        "total": max(searched, most),
        "most": None if report.most is None else _number(report.most),
        "rounding": float(report.rounding),
    }


def _sure(report: SquadReport, known: PreparedQuestion) -> str:
    """Return how sure the answer is as a sentence."""
    constraints, count = known.constraints, known.inputs.mechs
    what = f"no {f'squad of {count} ' if count > 1 else ''}legal {'Mechs' if count > 1 else 'Mech'}"
    what += f" of Speed {constraints.least_speed} or more" * bool(constraints.least_speed) + " made from these cards"
    what += " on this grid" * (constraints.grid != (3, 3)) + " that has the cards that must be in" * bool(
        constraints.must
    )
    more = "" if count == 1 else " in its weakest Mech" if constraints.judged_by == "weakest" else " together"
    if report.proved and not report.squad:
        return f"Proved: there is {what}."
    if report.proved:
        rounding = f", apart from {decimal(report.rounding, 6)} that was rounded" if report.rounding else ""
        return f"Proved: {what} has more{more}{rounding}."
    begin = "This is the best found, without a proof" if report.finished else "This is the best so far"
    if not report.squad:
        begin = "Nothing was found" if report.finished else "Nothing was found so far"
    if report.most is None:
        return f"{begin}."
    chance = known.inputs.wish == "destroy" and (count == 1 or constraints.judged_by == "weakest")
    most = percent(report.most, 1) if chance else decimal(report.most)
    return f"{begin}: {what} has more than {most}{more}."


def _describe_squad(report: SquadReport, known: PreparedQuestion, context: Context) -> JsonObject:
    if not report.squad:
        return {"mech": None, "left": report.left, **({} if report.fastest is None else {"fastest": report.fastest})}
    return {
        **_describe_mech(report.squad[0], known, context),
        "left": report.left,
        **_squad_answer(report.squad, known, context),
        "near": [_squad_answer(squad, known, context) for squad in report.near],
    }


def _squad_answer(squad: Squad, known: PreparedQuestion, context: Context) -> JsonObject:
    """Return all Mechs, what they have together, and what a build takes over from them."""
    title = MEASURES[known.inputs.wish].title
    names = [f"{title} {n}" if len(squad) > 1 else title for n in range(1, len(squad) + 1)]
    new = [{"name": name, **mech.mech} for name, mech in zip(names, squad, strict=True)]
    use: JsonObject = {"mech": [*write_mechs(known.kept), *new]}
    if known.owned is not None:
        use["owned"] = {card: count for card, count in known.owned.items() if count}
    return {
        "mechs": [
            {"name": name, **_describe_mech(mech, known, context)} for name, mech in zip(names, squad, strict=True)
        ],
        "sum": _number(judge_squad(squad, "sum")),
        "judged": _number(judge_squad(squad, known.constraints.judged_by)),
        "use": use,
    }


def _describe_mech(found: BestMech, known: PreparedQuestion, context: Context) -> JsonObject:
    goal = MEASURES[found.objective]
    made = assemble(Mech.model_validate(found.mech), context.catalogue)
    measure_mech(
        made, found.objective, known.constraints.opponent, context.rulings
    )  # so that the rulings it rests on are named
    return {
        "first": {"measure": goal.first, "value": _number(found.first)},
        "second": {"measure": goal.second, "value": found.second},
        "main": _main(found, made),
        "left": "",
        "weight": {"used": made.weight, "most": made.max_weight},
        "speed": made.speed,
        "power": {"used": made.consumption, "most": made.output},
        "parts": [_part(mount) for mount in made.mounts],
        "mech": dict(found.mech),
    }


def _number(value: Number) -> float | int:
    """Return a number for JSON: whole ones as they are."""
    return int(value) if Fraction(value).denominator == 1 else float(value)


def _main(found: BestMech, made: Assembly) -> dict[str, str] | None:
    """Return the Weapon that the measure is about."""
    cards = (mount.card for mount in made.weapons if mount.card.id == found.main)
    return next(({"id": card.id, "name": card.name} for card in cards), None)


def _part(mount: Mount) -> JsonObject:
    return {
        "place": mount.place,
        "slot": ",".join(map(str, mount.slot)) if mount.slot else None,
        "id": mount.card.id,
        "name": mount.card.name,
        "type": mount.card.type,
        "attached": [{"id": card.id, "name": card.name, "type": card.type} for card in mount.attached],
    }
