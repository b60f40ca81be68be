"""What can be read as a draft, what cannot and how that is said; the form beside it; packs laid over the cards."""

import pytest

from companion.base.findings import InvalidInput
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.model import Component, Tile
from companion.games.mecha_mettle.summary import page_values, summary
from companion.web.shared.build_form import BuildForm

GOOD = {"game": "mecha-mettle", "title": "Sample", "components": ["light-thrusters", "flux-engine"]}


def wrong(**changes):
    with pytest.raises(InvalidInput) as caught:
        GAME.read_known({**GOOD, **changes})
    return str(caught.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"components": ["flux"]}, "components[0]: found 'flux', expected a component's id: recombinator, hydrostatic"),
        (
            {"components": ["flux-engin"]},
            "components[0]: found 'flux-engin', expected a component's id, perhaps flux-engine",
        ),
        ({"components": "flux-engine"}, "components: found 'flux-engine', expected a list"),
        ({"components": [5]}, "components[0]: found 5, expected text"),
        ({"title": 5}, "title: found 5, expected text"),
        ({"title": "x" * 10_000}, "title: found "),
        ({"title": "x" * 10_000}, "expected at most 120 characters"),
        ({"colour": "red"}, "colour: found an unknown key"),
        ({"seat": 3}, "seat: found 3, expected 1 or 2"),
        ({"game": "chess"}, "game: found 'chess', expected mecha-mettle"),
        ({"rulings": {"weather": "rain"}}, "rulings: found 'weather', expected one of sideways-entry"),
        ({"rulings": {"sideways-entry": "above"}}, "rulings.sideways-entry: found 'above', expected one of behind-the"),
        ({"components": ["flux-engine"] * 33}, "expected at most 32 entries"),
    ],
)
def test_input_errors_name_the_place_and_what_was_expected(changes, said):
    assert said in wrong(**changes)


def test_all_input_errors_come_at_once():
    text = wrong(title=5, colour="red", seat=9)
    assert text.count("\n") == 2


def form(**fields):
    return BuildForm(
        GAME, {name: [value] if isinstance(value, str) else value for name, value in fields.items()}, GAME.catalogue
    )


def test_the_form_makes_the_document():
    made = form(title=" Sample ", seat="2", components=["light-thrusters", "flux-engine"])
    assert made.validate()
    assert made.document() == {**GOOD, "seat": 2}


def test_the_form_is_filled_from_a_document():
    assert BuildForm.from_document(GAME, GOOD, GAME.catalogue).document() == GOOD


def test_the_form_keeps_what_it_cannot_read():
    made = form(title="x" * 121, seat="9", components=["<b>"])
    assert not made.validate()
    assert "at most 120 characters" in made["title"].errors[0]
    assert made["seat"].errors == ["There is no seat '9': choose seat 1 or 2."]
    assert made["components"].errors == ["No component is called '<b>': choose from the cards shown."]
    assert made["title"].data == "x" * 121


def test_a_draft_as_text_for_a_chat():
    assert summary(GAME.read(GOOD), GAME.context()).splitlines() == [
        "Mecha Mettle draft: Sample",
        "1. Light Thrusters (defense)",
        "2. –",
        "3. –",
        "4◇. Flux Engine (reconfigure◇)",
        "◇ derived from the rulebook",
    ]


def test_the_page_shows_slots_by_the_loss_that_unlocks_them():
    found = page_values(GAME.read(GOOD), GAME.context())
    assert [(s.level, s.when, [c.id for c in s.cards]) for s in found["slots"]] == [
        (1, "from your first lost port", ["light-thrusters"]),
        (2, "from your second lost port", []),
        (3, "from your third lost port", []),
        (4, "from your fourth lost port", ["flux-engine"]),
    ]
    assert [len(cards) for cards in found["grid"].values()] == [4, 4, 4, 4]
    assert found["effect"](GAME.catalogue.get(Component, "light-thrusters")).startswith("+2 Evasion dice.")


def test_a_players_pack_overrides_house_numbers_and_marks_them_own():
    pack = '[[tile]]\nid = "open-port"\ndefense = { dice = 3, kind = "evasion" }\n'
    merged = GAME.catalogue.merge_text(pack, "mine.toml")
    port = merged.get(Tile, "open-port")
    assert port.defense.dice == 3 and port.mark("defense").kind == "custom"
    assert port.copies == 18 and port.mark("copies").kind == "printed"
    kind = GAME.resolver("attack")
    attack = kind.make(kind.inputs(weapon="hammer", target="open-port"), GAME.context(catalogue=merged))
    assert [step.throw.dice for step in attack.steps] == ["3d6", "3d6"]


def test_a_pack_can_bring_a_card_of_its_own():
    pack = (
        '[[component]]\nid = "coffee"\nname = "Coffee"\ncategory = "control"\nlevel = 1\n'
        'text = "Wake up."\nwhen = "any time"\n'
    )
    merged = GAME.catalogue.merge_text(pack, "mine.toml")
    assert merged.get(Component, "coffee").mark("level").kind == "custom"
    assert GAME.read({**GOOD, "components": ["coffee"]}, merged).components == ("coffee",)
