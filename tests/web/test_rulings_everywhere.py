"""A law for every ruling of every game: pages, command line and API give the same answer under it.

Each game's `rulings.toml` has a case for every option of every ruling that changes a check, a roll or an analysis; each
option changes an answer, and each room and each ruling is asked in all three ways once. The
rulings it lists as `told` are printed and read by the players, and none of these use them.
"""

import json
import tomllib
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import template_rendered

from companion.base.json_types import to_json
from companion.cli import main
from companion.games import GAMES
from companion.verbs.analyses import analysis_answer
from companion.verbs.checks import check_answer
from companion.verbs.game_rolls import odds_answer
from tests.pairs import one_each

HERE = Path(__file__).parents[1] / "games"
BOOKS = {game.slug: tomllib.loads((HERE / game.package / "rulings.toml").read_text("utf-8")) for game in GAMES}
CASES = [(game, case) for game in GAMES for case in BOOKS[game.slug]["case"]]
NAMES = [f"{game.slug}-{case['ruling']}-{case['option']}" for game, case in CASES]
EACH = pytest.mark.parametrize(("game", "case"), CASES, ids=NAMES)


def one_of_each():
    """Give one case of each check, roll and analysis, then as `long` one of each ruling that is left."""
    asked, ruled, chosen = set(), set(), []
    for (game, case), name in zip(CASES, NAMES, strict=True):
        room, ruling = (game.slug, case.get("roll") or case.get("analysis")), (game.slug, case["ruling"])
        if room not in asked:
            chosen.append(pytest.param(game, case, id=name))
            asked.add(room)
            ruled.add(ruling)
    for (game, case), name in zip(CASES, NAMES, strict=True):
        if (game.slug, case["ruling"]) not in ruled:
            chosen.append(pytest.param(game, case, id=name, marks=pytest.mark.long))
            ruled.add((game.slug, case["ruling"]))
    return chosen


THROUGHOUT = pytest.mark.parametrize(("game", "case"), one_of_each())
FEW = pytest.mark.parametrize(("game", "case"), one_each(one_of_each()))
"""The same, but one of each game in `make test`: a page and the API treat every check, roll and analysis alike."""


def document(game, case, rulings):
    return {"game": game.slug, **case["check"], "rulings": rulings}


def plain(answer):
    """Return an answer as plain data, without the rulings that it lists."""
    return json.loads(to_json({name: value for name, value in answer.items() if name not in ("rulings", "rests_on")}))


def answer(game, case, rulings):
    """Return what the verb says."""
    if "check" in case:
        return plain(check_answer(document(game, case, rulings)))
    verb = odds_answer if "roll" in case else analysis_answer
    said = verb(game, case.get("roll") or case["analysis"], case["inputs"], game.context(rulings))
    return plain(said["answer"] if "analysis" in case else said)


def chosen(case):
    return {case["ruling"]: case["option"]}


def words(inputs):
    """Return inputs as the command line and addresses write them."""
    return {name: ",".join(map(str, v)) if isinstance(v, list) else str(v) for name, v in inputs.items()}


@contextmanager
def rendered(app):
    """Record the values that pages are rendered with."""
    found = []

    def note(sender, template, context, **more):
        found.append(context)

    with template_rendered.connected_to(note, app):
        yield found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_ruling_has_its_cases_or_is_told(game):
    book = BOOKS[game.slug]
    cased = {(case["ruling"], case["option"]) for case in book["case"]}
    options = {(r.id, o.id) for r in game.rulebook.ruling for o in r.choosable_options if o.id != r.default}
    numbers = {ruling.id for ruling in game.rulebook.ruling if ruling.number}
    told = {pair for pair in options if pair[0] in book["told"] or "=".join(pair) in book["told"]}
    assert {pair for pair in cased if pair[0] not in numbers} | told == options and not cased & told
    assert numbers <= {ruling for ruling, _ in cased}
    assert {entry.partition("=")[0] for entry in book["told"]} <= {ruling.id for ruling in game.rulebook.ruling}


@EACH
def test_a_ruling_changes_the_answer(game, case):
    assert answer(game, case, chosen(case)) != answer(game, case, {})


@THROUGHOUT
def test_the_command_line_answers_under_a_ruling_as_the_verb_does(game, case, tmp_path):
    ruled = ["--ruling", f"{case['ruling']}={case['option']}", "--json"]
    if "check" in case:
        file = tmp_path / "build.json"
        file.write_text(json.dumps(document(game, case, {})))
        line = ["check", str(file), *ruled]
    else:
        given = [f"{name}={value}" for name, value in words(case["inputs"]).items()]
        line = [
            "odds" if "roll" in case else "analyze",
            game.slug,
            case.get("roll") or case["analysis"],
            *given,
            *ruled,
        ]
    said = json.loads(CliRunner().invoke(main, line).stdout)
    assert plain(said.get("answer", said)) == answer(game, case, chosen(case))


@FEW
def test_the_api_answers_under_a_ruling_as_the_verb_does(client, game, case):
    wanted = answer(game, case, chosen(case))
    if "check" in case:
        answers = [client.post("/api/v1/check", data=json.dumps(document(game, case, chosen(case))))]
    else:
        path = (
            f"/api/v1/odds/{game.slug}/{case['roll']}"
            if "roll" in case
            else (f"/api/v1/analyses/{game.slug}/{case['analysis']}")
        )
        query = words(case["inputs"]) | {f"ruling.{case['ruling']}": case["option"]}
        body = {"inputs": case["inputs"], "rulings": chosen(case)}
        answers = [client.get(path, query_string=query), client.post(path, json=body)]
    for said in (found.get_json() for found in answers):
        assert plain(said.get("answer", said)) == wanted


def saved(app, client, game, rulings, more=None):
    """Return the id of a build that this browser saved under rulings."""
    with client.session_transaction() as cookie:
        cookie["owner"] = "somebody"
    data = {"game": game.slug, "title": "Ruled", **(more or {}), **({"rulings": rulings} if rulings else {})}
    return app.extensions["store"].create("somebody", game.slug, data, "build").id


def decide(post, game, rulings):
    """Choose this browser's rulings on the rules page; those that are not named as they stand by default."""
    usual = {ruling.id: ruling.default for ruling in game.rulebook.ruling}
    assert post(f"/{game.slug}/rules", usual | rulings).status_code == 303


def shown(app, client, path, query):
    """Return the answer that a page shows, as plain data."""
    with rendered(app) as found:
        page = client.get(path, query_string=query)
    assert page.status_code == 200, page.get_data(as_text=True)[-2000:]
    values = next(values for values in found if {"table", "answer", "page"} & set(values))
    if "table" in values:
        return values["table"].odds
    return plain(values["answer"]) if "answer" in values else values["page"].verdict


@FEW
def test_pages_answer_under_a_ruling_as_the_verb_does(app, client, post, game, case):
    """By address, by this browser's choice, and for a saved build whatever this browser has chosen since."""
    ruled = chosen(case)
    if "check" in case:
        build = saved(app, client, game, ruled, case["check"])
        verdict = shown(app, client, f"/{game.slug}/builds/{build}", {})
        said = {"totals": dict(verdict.totals), "findings": [finding.as_data() for finding in verdict.findings]}
        ruled_answer = answer(game, case, ruled)
        assert plain(said) == {key: ruled_answer[key] for key in said}
        return
    path = f"/{game.slug}/roll/{case['roll']}" if "roll" in case else f"/{game.slug}/{case['analysis']}"
    query = words(case["inputs"])
    wanted = shown(app, client, path, query | {f"ruling.{case['ruling']}": case["option"]})
    unruled = shown(app, client, path, query)
    decide(post, game, ruled)
    assert shown(app, client, path, query) == wanted
    assert wanted != unruled
    old = saved(app, client, game, {})
    assert shown(app, client, path, query | {"build": old}) == unruled
    decide(post, game, {})
    assert shown(app, client, path, query | {"build": saved(app, client, game, ruled)}) == wanted
    if "analysis" in case:
        assert wanted == answer(game, case, ruled)
        return
    # A page leaves out figures nobody asked for, and fractions too long to read.
    said = answer(game, case, ruled)["summary"]
    figures = {figure.name: figure.exact for figure in (wanted.headline, *wanted.figures)}
    assert set(figures) <= set(said)
    assert all(exact == said[name]["exact"] for name, exact in figures.items() if exact)
