"""Lessons of games with record sheets: an attack is measured for the player, and a broken rule is answered at once."""

import lxml.html
import pytest

from companion.games import GAMES
from companion.games.mechastellar.model import Profile
from companion.play.records.tracker import RecordsTracker
from companion.verbs.lessons import offered_moves, positions

ON_RECORDS = [
    one for one in GAMES if one.lesson and isinstance(positions(one)[0].table.tracker, RecordsTracker)
]  # fmt: skip
EACH = pytest.mark.parametrize("game", ON_RECORDS, ids=lambda game: game.slug)


def step_that(game, holds):
    found = next((one for one in positions(game)[:-1] if holds(one)), None)
    return found or pytest.skip("no such step")


def path_of(game, position):
    return f"/tables/teach-{game.slug}-{position.number}"


def tree(answer):
    return lxml.html.document_fromstring(answer.get_data(as_text=True))


@EACH
def test_an_attack_is_measured_and_made_from_its_own_form(client, post, game):
    position = step_that(game, lambda one: one.step.move == "attack")
    values, path = position.step.values, path_of(game, position)
    pair = {"unit": values["unit"], "target": values["target"]}
    page = tree(client.get(f"{path}/attacks", query_string=pair))
    (form,) = page.xpath("//div[@class='rc-attacks']/form[@method='post']")
    said = {name: value for name, value in form.fields.items() if name.startswith("said.")}
    assert {name: said[f"said.{name}"] for name in values.get("said", {})} == {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values.get("said", {}).items()
    }
    sent = {**{name: value for name, value in form.fields.items() if value is not None}, "attack": values["attack"]}
    answer = post(path, sent)
    assert (answer.status_code, answer.location) == (303, f"/tables/teach-{game.slug}-{position.number + 1}")
    without = post(path, {name: value for name, value in sent.items() if name not in said})
    assert without.status_code == (303 if not values.get("said") else 422)


@EACH
def test_what_can_be_done_includes_attacks_while_a_unit_acts(client, game):
    acting = step_that(game, lambda one: one.step.move == "attack")
    waiting = step_that(game, lambda one: one.step.move == "activate")

    def listed(position):
        return tree(client.get(path_of(game, position))).xpath("//details[@class='tb-can']//dt/text()")

    assert "Attack a target" in listed(acting) and "Attack a target" not in listed(waiting)


def test_a_move_outside_the_rules_is_answered_instead_of_asked_for_again(post):
    game = next(one for one in ON_RECORDS if one.slug == "mechastellar")
    position = step_that(game, lambda one: "return-fire" in one.step.rules and one.step.move == "activate")
    warned = next(
        move
        for move in position.table.tracker.relaxed_moves(position.table.view(position.seat), position.seat)
        if move.name == "activate"
    )
    answer = post(path_of(game, position), {"act": "activate", "seat": position.seat, "unit": warned.values["unit"]})
    page = tree(answer)
    assert answer.status_code == 422 and not page.xpath("//*[@data-confirm]")
    assert page.xpath("//p[@class='tb-trouble']/text()") == [position.step.other["activate"]]


def test_in_the_last_round_the_battle_ends():
    """By Rounds it is over after the sixth: nobody begins a seventh."""
    game = next(one for one in ON_RECORDS if one.slug == "mechastellar")
    labels = {
        one.table.state.round: move.label
        for one in positions(game)
        for move in offered_moves(one.table, one.seat)
        if move.name == "next-round"
    }
    assert labels == {1: "Begin Round 2", 6: "End the battle"}


@EACH
def test_what_is_to_be_tapped_is_highlighted(page, live_url, game):
    """On a phone: the circle of a unit, its target and then the attack, the button that finishes."""
    page.set_viewport_size({"width": 360, "height": 740})
    activate, attack, finish = (
        step_that(game, lambda one, name=name: one.step.move == name or (name == "finish" and one.step.finish))
        for name in ("activate", "attack", "finish")
    )
    page.goto(f"{live_url}{path_of(game, activate)}")
    assert page.locator("button.rc-do.is-taught").get_attribute("value") == activate.step.values["unit"]
    page.goto(f"{live_url}{path_of(game, attack)}")
    values = attack.step.values
    page.click(f".rc-row.is-looked-at[data-unit='{values['target']}'] .rc-name")
    with page.expect_navigation(url=f"**/teach-{game.slug}-{attack.number + 1}"):
        page.click(f"button.rc-attack.is-taught[value='{values['attack']}']")
    page.goto(f"{live_url}{path_of(game, finish)}")
    assert page.locator("button.is-taught").inner_text() == "Finish the game"


def test_a_target_that_the_step_does_not_ask_for_is_let_go(page, live_url):
    """Else its attacks would cover the button that the step asks for."""
    game = next(one for one in ON_RECORDS if one.slug == "mechastellar")
    step = step_that(game, lambda one: one.step.move == "focus")
    page.goto(f"{live_url}{path_of(game, step)}")
    page.click("section.rc-side:not([data-own]) .rc-row:not(.is-out) .rc-name")
    page.click("button.rc-attack >> nth=0")
    page.wait_for_selector(".tb-trouble")
    assert page.locator("[data-pair]").count() == 0
    assert page.locator("button.is-taught[data-move=focus]").is_visible()


def test_a_unit_shows_its_card_on_its_record(client):
    game = next(one for one in ON_RECORDS if one.slug == "mechastellar")
    activated = step_that(game, lambda one: one.step.move == "activate")
    page = tree(client.get(f"{path_of(game, activated)}/units/{activated.step.values['unit']}"))
    unit = activated.table.state.builds[activated.seat]["unit"][int(activated.step.values["unit"].split(".")[1]) - 1]
    (card,) = page.xpath("//details[@id='rc-card'][@open]//*[@role='group']/@aria-label")
    assert card.startswith(f"{game.catalogue.get(Profile, unit['profile']).name}: ")
