"""The analysis `best-mech`: the best Mech or squad as plain data, with the state of the proof.

The answer is computed in the background and may be the best so far, see `finished`. Its inputs are in
`best_mech_question`.
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
from companion.games.techniconica.rules.assembly import Mount, assemble, write_mechs
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
    """Return the best Mech or squad that the cards allow; `mech` is None if there is none.

    The keys at the top level describe the first Mech, `mechs` all of them; `sum` is the total of their first measures,
    `judged` the value by which squads are compared. `use` has the fields of a build that takes the answer over: the
    Mechs that are kept, then the new ones.

    `proof`: with `proved`, no squad of legal Mechs of these cards has more than `judged`; otherwise none has more than
    `most`, which may be too high by `rounding`. If it is not `finished`, ask again; `searched` of `total` are seconds
    of work, 1 of 1 in the end. With `settled`, no squad of equal value has more of the second measure.

    `variant` says why the squad, with the Mechs that are kept, cannot play the variant in force; empty if it can.

    If only the least Speed prevents an answer, `fastest` is the most Speed that the slowest Mech can have.
    Raises InvalidInput as `prepare_question` does, and if no solver is installed.
    """
    prepared = prepare_question(inputs, context)
    chosen = prepared.inputs
    question = SquadQuestion.of(
        chosen.mechs, context.catalogue, prepared.copies, chosen.wish, context.rulings, prepared.constraints
    )
    heavy_answer = best_mech.answer(question, chosen.stop)
    report = heavy_answer.newest(context.patience) or SquadReport(finished=heavy_answer.finished)
    goal = MEASURES[chosen.wish]
    return {
        "wish": goal.id,
        "title": goal.title,
        "from": prepared.source,
        "owned": None if prepared.owned is None else dict(prepared.owned),
        **({"against": prepared.constraints.opponent.title} if goal.id in AIMED else {}),
        "judged_by": chosen.judged_by,
        "variant": _variant_problem(len(prepared.kept) + chosen.mechs, context),
        "kept": [mech.name or f"Mech {number}" for number, mech in enumerate(prepared.kept, 1)],
        **_squad_keys(report, prepared, context),
        "certainty": "proved" if report.proved else "sample" if report.most is None else "within",
        "sure": _certainty_words(report, prepared),
        "proof": _proof_data(report),
        "rules": [*_LEGAL, *_ATTACK.get(goal.id, [])],
    }


def _variant_problem(mechs: int, context: Context) -> str:
    """Return why a squad of that size cannot play the variant; empty if it can."""
    # Read so that the ruling is not named as used: the usual game takes any number of Mechs.
    usual = ("variant", "standard") in context.rulings.items()
    return "" if usual else explain_variant_size(mechs, context.rulings)


def _proof_data(report: SquadReport) -> JsonObject:
    """Return the state of the proof; its seconds are 1 of 1 once it is finished."""
    current = budget.current()
    searched = 1 if report.finished else ceil(report.seconds)
    most = int(current.limits.seconds) if current and not report.finished else searched
    return {
        "finished": report.finished,
        "proved": report.proved,
        "settled": report.settled,
        "searched": searched,
        "total": max(searched, most),
        "most": None if report.most is None else _number(report.most),
        "rounding": float(report.rounding),
    }


def _certainty_words(report: SquadReport, prepared: PreparedQuestion) -> str:
    """Return the certainty of the answer as a sentence."""
    constraints, count = prepared.constraints, prepared.inputs.mechs
    claim = f"no {f'squad of {count} ' if count > 1 else ''}legal {'Mechs' if count > 1 else 'Mech'}"
    claim += f" of Speed {constraints.least_speed} or more" * bool(constraints.least_speed) + " made from these cards"
    claim += " on this grid" * (constraints.grid != (3, 3)) + " that has the cards that must be in" * bool(
        constraints.must
    )
    measured = "" if count == 1 else " in its weakest Mech" if constraints.judged_by == "weakest" else " together"
    if report.proved and not report.squad:
        return f"Proved: there is {claim}."
    if report.proved:
        rounding = f", apart from {decimal(report.rounding, 6)} that was rounded" if report.rounding else ""
        return f"Proved: {claim} has more{measured}{rounding}."
    beginning = "This is the best found, without a proof" if report.finished else "This is the best so far"
    if not report.squad:
        beginning = "Nothing was found" if report.finished else "Nothing was found so far"
    if report.most is None:
        return f"{beginning}."
    chance = prepared.inputs.wish == "destroy" and (count == 1 or constraints.judged_by == "weakest")
    most = percent(report.most, 1) if chance else decimal(report.most)
    return f"{beginning}: {claim} has more than {most}{measured}."


def _squad_keys(report: SquadReport, prepared: PreparedQuestion, context: Context) -> JsonObject:
    if not report.squad:
        return {"mech": None, "left": report.left, **({} if report.fastest is None else {"fastest": report.fastest})}
    return {
        **_mech_data(report.squad[0], prepared, context),
        "left": report.left,
        **_squad_data(report.squad, prepared, context),
        "near": [_squad_data(squad, prepared, context) for squad in report.near],
    }


def _squad_data(squad: Squad, prepared: PreparedQuestion, context: Context) -> JsonObject:
    """Return all Mechs of a squad, their values together, and the fields that a build takes over."""
    title = MEASURES[prepared.inputs.wish].title
    names = [f"{title} {n}" if len(squad) > 1 else title for n in range(1, len(squad) + 1)]
    new = [{"name": name, **mech.mech} for name, mech in zip(names, squad, strict=True)]
    use: JsonObject = {"mech": [*write_mechs(prepared.kept), *new]}
    if prepared.owned is not None:
        use["owned"] = {card: count for card, count in prepared.owned.items() if count}
    return {
        "mechs": [
            {"name": name, **_mech_data(mech, prepared, context)} for name, mech in zip(names, squad, strict=True)
        ],
        "sum": _number(judge_squad(squad, "sum")),
        "judged": _number(judge_squad(squad, prepared.constraints.judged_by)),
        "use": use,
    }


def _mech_data(best: BestMech, prepared: PreparedQuestion, context: Context) -> JsonObject:
    goal = MEASURES[best.objective]
    assembly = assemble(Mech.model_validate(best.mech), context.catalogue)
    # Measured once more, so that the rulings that it uses are named.
    measure_mech(assembly, best.objective, prepared.constraints.opponent, context.rulings)
    cards = (mount.card for mount in assembly.weapons if mount.card.id == best.main)
    return {
        "first": {"measure": goal.first, "value": _number(best.first)},
        "second": {"measure": goal.second, "value": best.second},
        "main": next(({"id": card.id, "name": card.name} for card in cards), None),
        "left": "",
        "weight": {"used": assembly.weight, "most": assembly.max_weight},
        "speed": assembly.speed,
        "power": {"used": assembly.consumption, "most": assembly.output},
        "parts": [_part_data(mount) for mount in assembly.mounts],
        "mech": dict(best.mech),
    }


def _number(value: Number) -> float | int:
    """Return a number for JSON: an integer if it is whole."""
    return int(value) if Fraction(value).denominator == 1 else float(value)


def _part_data(mount: Mount) -> JsonObject:
    return {
        "place": mount.place,
        "slot": ",".join(map(str, mount.slot)) if mount.slot else None,
        "id": mount.card.id,
        "name": mount.card.name,
        "type": mount.card.type,
        "attached": [{"id": card.id, "name": card.name, "type": card.type} for card in mount.attached],
    }
