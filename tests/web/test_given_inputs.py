"""An input that is given to an analysis is used or refused: a law over the models of the inputs of all analyses.

A field is given in every state that another field can have. In each state it must change the answer for some of the
questions below, or be refused; what does neither stands in `CHANGES_NOTHING`, with the reason.
"""

import html

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.games import GAMES
from companion.verbs.analyses import analysis_answer
from tests.models import input_models

BY_SLUG = {game.slug: game for game in GAMES}
CARDS = (
    "2 courier-wheels, 1 spider-frame, 2 scout-cab, 1 cadet, 1 ranger, 1 auto-rifle, 1 chain-gun, 2 gas-turbine, "
    "1 chain-blade, 1 steel-plate, 1 fuel-cell, 1 bubble-canopy"
)
VIKINGS = {"a": "green-viking", "b": "jet-black-lancer"}
QUESTIONS = {
    "mecha-mettle best-shot": [
        {"mine.front-left": "hammer-right", "mine.front-right": "drone", "theirs.front-left": "reactor", "actions": 2},
        {"mine.front-centre": "scout-left", "theirs.front-centre": "scout-right"},
    ],
    "mecha-mettle draft-plan": [{}],
    "mecha-mettle line-of-sight": [
        {"weapon": "drone", "at": "front-left"},
        {"weapon": "drone", "theirs.front-centre": "scout-left"},
    ],
    "mecha-mettle upgrades": [{"lower": "hammer-right", "upper": "scout-left"}],
    "mechalyte battlefield": [{}, {"at": "C2", "full": "C3"}, {"at": "C2", "first": True}],
    "mechalyte counter-spec": [{"against": "MIPASA", "begins": "PSIA"}],
    "mechalyte duels": [{"a": "MIPASA", "b": "PMISAA"}],
    "mechalyte ranking": [{"spec": "MIPASA"}],
    "mechastellar unit-matchup": [
        {**VIKINGS, "distance": 4},
        {**VIKINGS, "a": "laughing-joker", "distance": 16},
        {**VIKINGS, "a": "hammerhead", "distance": 20},
    ],
    "mechastellar whole-turn": [
        {**VIKINGS, "distance": 8},
        {"a": "voltlion", "b": "green-viking", "distance": 8, "points": 1},
        {"a": "white-asura", "b": "jet-black-lancer", "distance": 12},
        {"a": "hammerhead", "b": "green-viking", "distance": 20},
    ],
    "techniconica best-mech": [
        {"wish": "charge", "owned": CARDS},
        {"wish": "sturdy", "owned": CARDS},
        {"wish": "destroy", "owned": CARDS},
        {"wish": "sturdy", "owned": CARDS, "mechs": 2},
    ],
    "wreck-a-mech best-build": [{"hand": "mic-drop", "head": "spotlight-visor", "legs": "trainer-legs"}],
    "wreck-a-mech damage-options": [
        {"attack": 4, "head": "spotlight-visor", "body": "trainer-body", "defense": 1},
        {"attack": 6, "head": "spotlight-visor", "body": "trainer-body"},
        {"attack": 9, "head": "spotlight-visor", "body": "trainer-body", "left_arm": "boom-pole"},
    ],
    "wreck-a-mech deck-odds": [{"draw": "2 trainer-head, 3 trainer-body", "discard": "3 mic-drop"}],
}
"""Small questions of each analysis; together they must show what each of its fields does."""

SAMPLES = {
    "a": ["laughing-joker", "PPPPPP"],
    "b": ["laughing-joker", "PPPPPP"],
    "against": ["example:fast-scouts", "PPPPPP"],
    "armed": ["beam rifle"],
    "at": ["C3", "C2", "middle-left"],
    "attacked": ["front-left"],
    "begins": ["S"],
    "body": ["keg-hull"],
    "component": ["advanced-targeting"],
    "defender_component": ["emergency-shields"],
    "discard": ["2 keg-hull"],
    "draw": ["2 keg-hull"],
    "full": ["C2"],
    "hand": ["keg-hull"],
    "head": ["laugh-track"],
    "keep": ["example:fast-scouts", "comms-system"],
    "left_arm": ["trainer-left-arm"],
    "legs": ["shopping-cart"],
    "lower": ["reactor", "strongbox-left", "scout-left"],
    "mine": ["4 x Viking", {"front-right": "hammer-left"}],
    "must": ["chain-gun"],
    "must_not": ["steel-plate", "chain-blade", "spider-frame"],
    "my_upgrades": [{"front-left": "scout-left"}, {"front-right": "scout-left"}],
    "owned": [CARDS.replace("steel-plate", "heavy-plate"), True],
    "parts": [{"akio": 3}, {"freedom": 3}, {"zhao": 3}],
    "right_arm": ["trainer-right-arm"],
    "spec": ["PPPPPP"],
    "their_armours": ["4"],
    "their_shields": ["2,3"],
    "their_upgrades": [{"front-left": "scout-left"}, {"front-centre": "scout-left"}],
    "theirs": ["4 x Viking", {"front-left": "door"}, {"front-centre": "drone:left"}],
    "typed": ["PMISAA MIPASA"],
    "upgrade": ["scout-left"],
    "upper": ["drone"],
    "weapon": ["hammer"],
}
"""Values of fields whose model does not say which ones there are, by name: those that an analysis cannot read count
as refused, so one list serves all of them."""

CHANGES_NOTHING = {
    # goes on with a search that stopped; these end in one step
    ("mechalyte counter-spec", "done"): ("always",),
    ("mechalyte ranking", "done"): ("always",),
    # told by pages of earlier releases; it says itself that it changes nothing
    ("techniconica best-mech", "done"): ("always",),
    # ends a search that is still running; these end at once
    ("techniconica best-mech", "stop"): ("always",),
    # the few cards of these questions build no four Mechs
    **{("techniconica best-mech", field): ("mechs",) for field in ("judged_by", "near", "must_not")},
    # at most so many are spent, and the Laughing Joker has none; none of its skills depends on the round
    ("mechastellar whole-turn", "points"): ("a",),
    ("mechastellar whole-turn", "round"): ("b",),
    # no specs are saved or typed: an empty field says so
    ("mechalyte ranking", "spec"): ("field",),
    # the answer is why the two cannot be linked, at any edge
    ("mecha-mettle upgrades", "edge"): ("upper",),
}
"""Fields that neither change an answer nor are refused: always, or beside which other fields. Each says why."""

CUTS_SHORT = ("stop", True)
"""A field and its value that end a search where it is: how far that is, and so what the answer shows of the other
fields, is the machine's affair."""


NOT_AN_INPUT = object()
SLOW = ("counter-spec", "unit-matchup", "whole-turn")
"""Analyses whose fields take minutes in all states of all others."""


def analyses(slow=()):
    """Return the analyses of all games as cases, those that are slow as `long`."""
    models = [(game, name.removeprefix("analysis "), model) for game in GAMES for name, model in input_models(game)
              if name.startswith("analysis ")]  # fmt: skip
    return [
        pytest.param(game, name, model, id=f"{game.slug} {name}", marks=pytest.mark.long if name in slow else ())
        for game, name, model in models
    ]


def values_of(name, schema):
    """Return values to give to a field: the choices of its model, numbers about its default, else the samples."""
    part = next(one for one in schema.get("anyOf", [schema]) if one.get("type") != "null")
    if "enum" in part and part["type"] == "string" and name not in SAMPLES:
        return part["enum"]
    if part.get("type") == "boolean" and name not in SAMPLES:
        return [True, False]
    if part.get("type") == "integer":
        least, most = part.get("minimum", 0), part.get("maximum", 99)
        start = schema.get("default") if isinstance(schema.get("default"), int) else least
        return [value for value in dict.fromkeys((start + 1, least, start + 3, most)) if least <= value <= most]
    return SAMPLES[name]


def answered(game, name, given):
    """Return the answer without the inputs that it repeats; None where they are refused."""
    try:
        answer = analysis_answer(game, name, given)
    except InvalidInput:
        return None
    return {key: value for key, value in answer["answer"].items() if value != answer["inputs"].get(key, NOT_AN_INPUT)}


def states_of(fields):
    """Yield the states of other fields in which a field is given: each choice, each sample, one number."""
    for field, values in fields.items():
        number = isinstance(values[0], int) and not isinstance(values[0], bool)
        states = [(field, value) for value in (values[-2:-1] if number else values)]
        yield from (state for state in states if state != CUTS_SHORT)


def unused_in(game, name, fields, state, value):
    """Return the fields that change no answer although they are given, in one state of another field."""
    asked = [question if state is None else {**question, state: value} for question in QUESTIONS[f"{game.slug} {name}"]]
    plain = [(one, answer) for one in asked if (answer := answered(game, name, one)) is not None]
    for field, values in fields.items():
        listed = CHANGES_NOTHING.get((f"{game.slug} {name}", field), ())
        if field == state or not plain or state in listed or "always" in listed:
            continue
        given = ((one, answer, {**one, field: sample}) for one, answer in plain for sample in values)
        if not any(answered(game, name, more) != answer for one, answer, more in given):
            yield f"{field} changes nothing" + f" with {state}={value}" * (state is not None)


def fields_of(model):
    return {name: values_of(name, schema) for name, schema in model.model_json_schema()["properties"].items()}


@pytest.mark.parametrize(("game", "name", "model"), analyses(("whole-turn",)))
def test_an_input_that_is_given_changes_the_answer_or_is_refused(game, name, model):
    assert list(unused_in(game, name, fields_of(model), None, None)) == []


@pytest.mark.parametrize(("game", "name", "model"), analyses(SLOW))
def test_it_does_so_beside_every_other_input(game, name, model):
    fields = fields_of(model)
    unused = [line for state, value in states_of(fields) for line in unused_in(game, name, fields, state, value)]
    assert not unused, "\n".join(unused)


BEST = ["analyze", "techniconica", "best-mech"]


def test_cards_that_are_typed_are_built_from_without_saying_so():
    few = "1 courier-wheels, 1 scout-cab, 1 cadet, 1 auto-rifle, 1 gas-turbine"
    told = analysis_answer(BY_SLUG["techniconica"], "best-mech", {"wish": "sturdy", "owned": few})["answer"]
    assert told["from"] == "typed" and sum(told["owned"].values()) == 5
    assert told["mech"]["locomotor"]["card"] == "courier-wheels"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["wish=fast", "from=1", "owned=1 Spider Frame"], "expected nothing, because it "
         "counts only where “Build from” is typed: add from=typed, or leave this out."),
        (["wish=fast", "their_speed=5"], "add wish=charge, damage, destroy or volley, or leave this out."),
        (["wish=damage", "their_base=5"], "counts only where “Optimize for” is destroy"),
        (["wish=damage", "against=example:sniper-wolf", "their_speed=5"], "leave out against, or leave this out."),
        (["wish=damage", "aim_at=cockpit"], "counts only together with “Against”: add against, or leave this out."),
        (["wish=fast", "judged_by=weakest"], "add mechs=2, 3, 4, 5 or 6"),
    ],
)  # fmt: skip
def test_an_input_that_would_change_nothing_is_refused_with_what_to_add(client, given, says):
    refused = CliRunner().invoke(main, [*BEST, *given])
    assert refused.exit_code == 2 and says in " ".join(refused.output.split())
    asked = dict(one.split("=", 1) for one in given)
    answer = client.get("/api/v1/analyses/techniconica/best-mech", query_string=asked)
    assert answer.status_code == 422 and says in str(answer.get_json())
    page = client.get("/techniconica/best-mech", query_string=asked)
    assert page.status_code == 422 and says in html.unescape(page.get_data(as_text=True))
