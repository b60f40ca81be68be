"""What answers rest on, in every game: marks of cards that inputs name or were filled from, and rulings looked up."""

import pytest

from companion.base.findings import InvalidInput
from companion.gamekit.contract import CardNumber
from companion.games import GAMES, game
from companion.verbs import basis
from companion.verbs.analyses import analysis_answer
from companion.verbs.game_rolls import odds_answer, prepare, roll_answer

ROLLS = [(one, kind) for one in GAMES for kind in one.resolvers]
NAMES = [f"{one.slug} {kind.name}" for one, kind in ROLLS]
METTLE, STELLAR, TECHNICONICA = game("mecha-mettle"), game("mechastellar"), game("techniconica")

USUAL = {
    "two-weapons": {"lower": "hammer", "upper": "scout", "target": "hammer", "then": "scout", "after_hit": "hammer"},
    ("mechalyte", "combat"): {"a": "MIPASA:4", "b": "PMISAA:5"},
    "opportunity-shot": {"mech": "MIPASA:4", "dice": 3},
    ("wreck-a-mech", "combat"): {"attack": 3, "defense": 1, "structures": "2,3,1,2,2"},
    "first-turn": {"speeds": "4,3"},
    ("mecha-mettle", "attack"): {"weapon": "drone", "target": "hammer"},
    "volley": {"accuracy": 3, "speed": 3, "armour": 2, "weapons": "2/3; 2/3"},
    "battle-damage": {},
}
"""Inputs of rolls whose fields are not plain numbers."""


def usual(one, kind):
    """Inputs with which a roll can be asked: its own, or 3 for each number that it needs."""
    own = USUAL.get((one.slug, kind.name), USUAL.get(kind.name))
    if own is not None:
        return own
    return {name: 3 for name, field in kind.inputs.model_fields.items() if field.is_required()}


def custom(one):
    """A game's context in which every card is a player's own."""
    taken = {name: (kind, {**raw, "origin": "own: ours"}) for name, (kind, raw) in one.catalogue.raw.items()}
    cards = {name: card.model_copy(update={"origin": {"default": OWN}}) for name, card in one.catalogue.cards.items()}
    return one.context(catalogue=type(one.catalogue)(one.kinds, cards, taken))


OWN = next(iter(METTLE.catalogue.cards.values())).mark("name").model_copy(update={"kind": "custom", "note": "ours"})


def marks(answer):
    return {
        (one["input"], one["card"], one["field"]): one["origin"] for one in answer["rests_on"] if one["kind"] == "card"
    }


def ruled(answer):
    return {one["ruling"]: one["option"] for one in answer["rests_on"] if one["kind"] == "ruling"}


def card_inputs(kind):
    """The inputs of a roll that offer cards, with what each choice adds to a card's id and the field it takes."""
    for name, prop in kind.inputs.model_json_schema()["properties"].items():
        if "cards" in prop:
            yield name, prop["cards"] if isinstance(prop["cards"], list) else [prop["cards"]], prop.get("with", "id")


NAMING = [(one, kind, *found) for one, kind in ROLLS for found in card_inputs(kind)]


@pytest.mark.parametrize(
    ("one", "kind", "field", "kinds", "wanted"), NAMING, ids=[f"{o.slug} {k.name} {f}" for o, k, f, *_ in NAMING]
)
def test_every_card_that_an_input_may_name_carries_its_mark_into_the_answer(one, kind, field, kinds, wanted):
    context, asked = custom(one), 0
    endings = {"": wanted} if isinstance(wanted, str) else wanted
    for card in (card for name in kinds for card in context.catalogue.all(one.kinds[name])):
        for ending, part in endings.items():
            if not getattr(card, part):
                continue
            try:
                found = prepare(one, kind.name, {**usual(one, kind), field: card.id + ending}, context)
            except InvalidInput:
                continue
            asked += 1
            assert "custom" in {
                e["origin"] for e in found.rests_on if (e.get("input"), e.get("card")) == (field, card.id)
            }, card.id
    assert asked


@pytest.mark.parametrize(("one", "kind"), ROLLS, ids=NAMES)
def test_an_input_filled_from_a_card_carries_that_numbers_mark_into_the_answer(one, kind):
    context, given = custom(one), usual(one, kind)
    card = next(iter(context.catalogue.cards.values()))
    for name, value in given.items():
        filled = {f"from.{name}": f"{value}:{card.id}.name,{card.id}.text"}
        found = prepare(one, kind.name, {**given, **filled}, context).rests_on
        there = {(e["input"], e["card"], e["field"]): e["origin"] for e in found if e["kind"] == "card"}
        assert there[name, card.id, "name"] == there[name, card.id, "text"] == "custom"
        changed = prepare(one, kind.name, {**given, f"from.{name}": f"x{value}:{card.id}.name"}, context).rests_on
        assert (name, card.id, "name") not in {
            (e["input"], e["card"], e["field"]) for e in changed if e["kind"] == "card"
        }


@pytest.mark.parametrize(("one", "kind"), ROLLS, ids=NAMES)
def test_odds_and_rolls_both_say_what_they_rest_on(one, kind):
    given = usual(one, kind)
    assert isinstance(odds_answer(one, kind.name, given)["rests_on"], list)
    assert isinstance(roll_answer(one, kind.name, given, seed=1)["rests_on"], list)


def test_an_open_port_a_blast_door_and_manual_override_are_house_numbers():
    port = odds_answer(METTLE, "attack", {"weapon": "drone", "target": "open-port"})
    door = odds_answer(METTLE, "attack", {"weapon": "drone", "target": "blast-door", "component": "manual-override"})
    assert marks(port) == {("target", "open-port", "defense"): "house"}
    assert marks(door) == {
        ("target", "blast-door", "defense"): "house",
        ("component", "manual-override", "attack"): "house",
    }
    assert "extremely high" in door["rests_on"][0]["note"]


def test_printed_numbers_rest_on_nothing_else():
    assert odds_answer(METTLE, "attack", {"weapon": "drone", "target": "hammer"})["rests_on"] == []


def test_the_port_that_a_second_weapon_may_meet_is_a_house_number():
    same = odds_answer(METTLE, "two-weapons", {"lower": "hammer", "upper": "scout", "target": "drone"})
    new = odds_answer(METTLE, "two-weapons", {"lower": "hammer", "upper": "scout", "target": "drone", "then": "drone"})
    assert marks(same)["target", "open-port", "defense"] == "house"
    assert ("target", "open-port", "defense") not in marks(new)
    assert marks(new)["upper", "hammer", "weapon.link"] == "derived"


def test_a_ruling_is_named_only_where_another_option_changes_the_roll():
    def asked(weapon, component, **more):
        return ruled(
            odds_answer(METTLE, "attack", {"weapon": weapon, "target": "hammer", "component": component, **more})
        )

    assert asked("drone", "advanced-targeting") == {"added-dice": "own"}
    assert asked("drone", "extended-magazines") == {}
    assert asked("drone", "experimental-weaponry") == {"replaced-dice": "changed"}
    assert asked("gemini", "extended-magazines", component_on="special") == {"added-dice": "own"}


def test_a_ruling_shows_the_option_in_force():
    context = METTLE.context({"added-dice": "pool"})
    found = odds_answer(
        METTLE, "attack", {"weapon": "drone", "target": "hammer", "component": "advanced-targeting"}, context
    )
    assert ruled(found) == {"added-dice": "pool"}
    assert [e["text"] for e in found["rests_on"] if e["kind"] == "ruling"] == [
        "They use those of the roll they join; dice added to a defense keep their own."
    ]


def test_a_ruling_that_a_rule_looks_up_while_dice_are_run_is_named():
    given = {"accuracy": 4, "penetration": 4, "damage_output": 3, "speed": 3, "armour": 2, "rules": "barrage"}
    assert "barrage-tie" in ruled(odds_answer(TECHNICONICA, "shoot", given))


def test_a_card_that_is_not_there_any_more_is_named_by_its_id():
    found = prepare(
        METTLE, "attack", {"attack": 3, "attack_die": "regular", "target": "drone", "from.attack": "3:gone.dice"}
    )
    assert [(e["name"], e["origin"], e["note"]) for e in found.rests_on] == [
        ("gone", "custom", "This card is not among the cards in use.")
    ]


@pytest.mark.parametrize("text", ["3", "3:", "3:drone", ":drone.weapon", "3:drone.,"])
def test_a_source_that_cannot_be_read_is_refused_with_an_example(text):
    with pytest.raises(InvalidInput, match="from.attack: .*4:rail-gun.pe"):
        prepare(METTLE, "attack", {"attack": 3, "attack_die": "regular", "target": "drone", "from.attack": text})


def test_an_analysis_names_the_marks_of_the_cards_it_was_asked_about_and_its_rulings():
    units = [card.id for card in STELLAR.catalogue.cards.values() if card.mark("default").kind == "house"]
    found = analysis_answer(STELLAR, "unit-matchup", {"a": units[0], "b": units[0]})
    assert marks(found)["a", units[0], ""] == marks(found)["b", units[0], ""] == "house"
    sideways = analysis_answer(METTLE, "line-of-sight", {"facing": "left"})
    assert set(ruled(sideways)) == {"sideways-entry", "sideways-row"}
    assert ruled(analysis_answer(METTLE, "line-of-sight", {"facing": "ahead"})) == {}


def test_an_upgrade_rests_on_the_links_we_chose():
    found = analysis_answer(METTLE, "upgrades", {"lower": "reactor", "upper": "scout-right"})
    assert marks(found)["lower", "reactor", "shield.link"] == "house"
    assert marks(found)["upper", "scout", "open_link"] == "derived"


def test_a_choice_among_fixed_words_names_no_card():
    kind = METTLE.analysis("line-of-sight").inputs
    read = kind.model_validate({"theirs": {}}, context={"catalogue": METTLE.catalogue})
    assert list(basis.card_numbers(read, METTLE.context(), None)) == []
    named = kind.model_validate({"weapon": "drone"}, context={"catalogue": METTLE.catalogue})
    assert list(basis.card_numbers(named, METTLE.context(), None)) == [CardNumber("weapon", "drone")]


def test_a_module_that_a_pack_changes_marks_the_combats_of_specs_that_have_it():
    mechalyte = game("mechalyte")
    power = next(card.id for card in mechalyte.catalogue.cards.values() if card.name == "Power")
    pack = f'[[module]]\nid = "{power}"\nadds = 2\n'
    context = mechalyte.context(catalogue=mechalyte.catalogue.merge_text(pack, "pack.toml"))
    fought = odds_answer(mechalyte, "combat", {"a": "PMMMMM:1", "b": "MMMMMM:1"}, context)
    assert marks(fought) == {("a", power, "adds"): "custom"}
    shot = odds_answer(mechalyte, "opportunity-shot", {"mech": "MMMMMM:1", "enemies": "PMMMMM:1"}, context)
    assert marks(shot) == {("enemies", power, "adds"): "custom"}
    assert marks(analysis_answer(mechalyte, "duels", {"a": "MMMMMM", "b": "PMMMMM"}, context)) == {
        ("b", power, "adds"): "custom"
    }
    assert marks(analysis_answer(mechalyte, "ranking", {"spec": "PMMMMM"}, context)) == {
        ("spec", power, "adds"): "custom"
    }
    assert odds_answer(mechalyte, "combat", {"a": "PMMMMM:1", "b": "MMMMMM:1"})["rests_on"] == []


def test_a_ruling_that_gives_the_same_odds_either_way_is_not_named():
    given = {"accuracy": 4, "penetration": 4, "damage_output": 3, "speed": 3, "armour": 2}
    assert set(ruled(odds_answer(TECHNICONICA, "shoot", given))) == {"dice"}
    assert set(ruled(odds_answer(TECHNICONICA, "shoot", {**given, "rules": "barrage"}))) == {"dice", "barrage-tie"}


def test_a_ruling_is_named_where_the_odds_take_too_long_to_compare(monkeypatch):
    assert set(ruled(odds_answer(STELLAR, "melee", {}))) == {"melee-pool"}
    monkeypatch.setattr(basis, "FEW_STEPS", 1)
    assert set(ruled(odds_answer(STELLAR, "melee", {}))) == {"melee-pool", "push-after"}


@pytest.mark.parametrize(
    ("typed", "counts"), [("4", True), (4, True), (" 4 ", True), ("5", False), ("", False), ("44", False)]
)
def test_a_number_rests_on_its_card_as_long_as_it_is_that_number(typed, counts):
    read = basis.read_card_numbers({"penetration": "4:rail-gun.pe,laser.pe"}, {"penetration": typed})
    both = (CardNumber("penetration", "rail-gun", "pe"), CardNumber("penetration", "laser", "pe"))
    assert read == (both if counts else ())


def hits_counted(of_six):
    """Return a function made anew, as the declaration of a roll makes them."""
    return lambda hits: hits * of_six


@pytest.mark.parametrize(
    ("usual", "other", "named"),
    [
        (4, 4, False),
        (4, 5, True),
        ((1, 2), (1, 2), False),
        ((1, 2), (1, 3), True),
        ((1, 2), (1, 2, 3), True),
        ((1, 2, 3), (1, 2), True),
        ([1], (1,), True),
        ({"a": 1}, {"a": 1}, False),
        ({"a": 1}, {"a": 2}, True),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1, "b": 2}, {"a": 1}, True),
        (CardNumber("a", "b", "c"), CardNumber("a", "b", "c"), False),
        (CardNumber("a", "b", "c"), CardNumber("a", "b", "d"), True),
        (hits_counted(1), hits_counted(1), False),
        (hits_counted(1), hits_counted(2), True),
        (hits_counted(1), lambda hits: hits * 1, True),
        (hits_counted((1, [2])), hits_counted((1, [2])), False),
    ],
)
def test_a_ruling_decides_where_another_option_makes_something_else(usual, other, named):
    """What is made under the ruling's own option, and what under each of the others."""
    context = METTLE.context()

    def make(asked):
        return usual if asked.rulings.get("added-dice", "own") == "own" else other

    assert basis.decisive_rulings(make, make(context), context, ["added-dice"]) == (("added-dice",) if named else ())


def test_a_ruling_decides_where_another_option_cannot_be_made_at_all():
    def make(asked):
        if asked.rulings.get("added-dice", "own") != "own":
            raise InvalidInput()
        return 4

    assert basis.decisive_rulings(make, 4, METTLE.context(), ["added-dice"]) == ("added-dice",)


def test_only_the_ruling_that_was_read_is_tried_and_under_other_options_alone():
    asked = []

    def make(context):
        asked.append(dict(context.rulings))
        return 4

    assert basis.decisive_rulings(make, 4, METTLE.context({"added-dice": "pool"}), ["added-dice"]) == ()
    assert [rulings["added-dice"] for rulings in asked] == ["own"]
