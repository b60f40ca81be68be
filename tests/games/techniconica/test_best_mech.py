"""The best Mech for a wish: against trying everything on small packs, against HiGHS on the whole one, and by the rules."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import highspy
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.cards import Catalogue
from companion.dice.odds import exact
from companion.games.techniconica import GAME
from companion.games.techniconica.analysis import best_mech
from companion.games.techniconica.model import KINDS, Extra, Mech, Part
from companion.games.techniconica.model.special_rules import SPECIALS, combine_rules, numbers
from companion.games.techniconica.model.typed import count_cards, unread_lines
from companion.games.techniconica.rules.assembly import assemble
from companion.games.techniconica.rules.attack_rolls import mean_damage
from companion.games.techniconica.validator.faults import faults
from companion.verbs.analyses import analysis_answer
from tests.games.techniconica.solving import best
from tests.pairs import pairs_first

WISHES = ("fast", "sturdy", "long-range", "damage")
ALL = GAME.catalogue
BASE_KINDS = ("locomotor", "cockpit", "weapon", "power-plant")


def kind(card):
    return next(name for name, model in KINDS.items() if type(card) is model)


# What a Mech is worth, from its assembly alone: the search adds effects up, this asks the finished Mech.


def sturdiness(made):
    return sum(m.stat("dt") for m in made.base) + sum(
        card.stat("dt") for m in made.mounts for card in m.attached if not isinstance(card, Extra)
    )


def by_hand(lead, output, rules, rulings=None):
    """The mean damage of a shot, throw by throw from the rulebook's sentences: jams, hits, gaps, what rules add."""
    rulings = rulings or {}
    throws = list(
        product(range(1, 11), repeat=3)
    )  # the attacker's two dice, of which one may lie idle, and the evasion
    total = Fraction(0)
    for one, other, evasion in throws:
        worst = "inaccurate" in rules and ("accurate" not in rules or "accurate-inaccurate" in rulings)
        best = "accurate" in rules and "inaccurate" not in rules
        dice = [one, other] if worst or best else [one]
        roll = max(dice) if best else min(dice)
        jam = 1 in dice if rulings.get("accurate-jam") == "any" else roll == 1
        if (jam and "reliable" not in rules) or roll + lead < evasion:
            continue
        gap = roll + lead - evasion
        if "barrage" in rules:
            points = output * (1 if gap == 0 and rulings.get("barrage-tie") == "one-hit" else gap)
        else:
            points = output + gap
        total += points + ("anti-mech-specialist" in rules and points > 0)
    return total / len(throws)


def mean_of(made, mount):
    """The mean damage of a Mech's Weapon against Speed 3 and Armour Rating 3, its rules read from the cards."""
    on_it = [c for c in mount.attached if isinstance(c, Extra) and "trigger" not in c.rules]
    tokens = [*mount.card.rules, *made.at("pilot").card.rules, *(token for card in on_it for token in card.rules)]
    rules = {token.rstrip("-0123456789") for token in tokens}
    return by_hand(made.pilots("ac") + mount.stat("pe") - 6, mount.stat("do"), rules)


def worth(made, wish):
    if wish == "fast":
        return made.speed
    if wish == "sturdy":
        return sturdiness(made)
    shots = [m for m in made.weapons if "melee" not in numbers(m.card.rules)]
    if wish == "long-range":
        return max((made.pilots("ac") + m.stat("pe") for m in shots), default=None)
    return max((mean_of(made, m) for m in shots), default=None)


def legal(made):
    return not made.excess_weight and not made.short and not faults(made) - {"named 0"}


# The whole pack.


@pytest.mark.parametrize(("wish", "each"), pairs_first(WISHES, [1, 2]))
def test_a_suggestion_is_legal_and_worth_what_it_says(wish, each):
    found = best(ALL, best_mech.available_copies(ALL, None, each), wish, {})
    build = GAME.read(
        {
            "game": "techniconica",
            "title": "",
            "mech": [found.mech],
            "owned": best_mech.available_copies(ALL, None, each),
        }
    )
    verdict = GAME.verdict(build)
    assert verdict.legal, [finding.message for finding in verdict.findings]
    made = assemble(build.mech[0], ALL)
    assert worth(made, wish) == pytest.approx(found.first)
    second = made.speed if wish == "sturdy" else sturdiness(made)
    assert second == found.second


class Program:
    """The same question for a solver: whole numbers of each card in each place, under the rules written out again."""

    def __init__(self, each, main=None, change=None, without=()):
        """`each` copies of every card, or so many of those that are named; `without` some."""
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.uses = {}
        for card in ALL.all(Part):
            most = each.get(card.id, 0) if isinstance(each, dict) else each
            if not card.unknown and card.id not in without:
                for place in self.places(card):
                    self.uses[card.id, place] = self.solver.addIntegral(0, most)
        self.cards = {card.id: card for card in ALL.all(Part)}
        self.rules(each, main, change)

    @staticmethod
    def places(card):
        if not isinstance(card, Extra):
            return ("",)
        return card.fits or BASE_KINDS

    def total(self, value):
        return sum(value(self.cards[card], place) * use for (card, place), use in self.uses.items())

    def count(self, *kinds):
        return self.total(lambda card, place: int(kind(card) in kinds))

    @staticmethod
    def given(card, stat, place="", own=""):
        """What a card gives to a stat; a Modification only to the kind of part (`own`) it lies on."""
        if kind(card) == "modification" and own and place != own:
            return 0
        return card.gives.get(stat, 0) if isinstance(card, Extra) and "trigger" not in card.rules else 0

    def rules(self, each, main, change):
        add, given = self.solver.addConstr, self.given
        for name in ("locomotor", "cockpit", "pilot"):
            add(self.count(name) == 1)
        add(self.count("weapon") >= 1)
        add(self.count("power-plant") >= 1)
        add(self.count("weapon", "power-plant") <= 7)
        for card in self.cards.values():
            if isinstance(card, Extra) and not card.unknown:
                most = each.get(card.id, 0) if isinstance(each, dict) else each
                add(sum(self.uses[card.id, place] for place in self.places(card)) <= most)
        for place in BASE_KINDS:
            here = self.total(lambda card, at, place=place: int(kind(card) == "modification" and at == place))
            add(here - self.count(place) <= 0)
        add(
            self.total(
                lambda c, at: (
                    (c.stat("we") if kind(c) != "locomotor" else 0)
                    + (given(c, "we") if at != "locomotor" else 0)
                    - c.stat("mw")
                    - given(c, "mw", at, "locomotor")
                )
            )
            <= 0
        )
        add(
            self.total(
                lambda c, at: (
                    c.stat("pc") + given(c, "pc") - c.stat("po") - (given(c, "po") if at == "power-plant" else 0)
                )
            )
            <= 0
        )
        if main:
            add(self.uses[main.id, ""] >= 1)
        if change:
            add(self.uses[change.id, "weapon"] >= 1)

    def most(self, value):
        self.solver.maximize(self.total(value))
        if self.solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return round(self.solver.getInfo().objective_function_value)


FEW = {
    "hauler-tracks": 1,
    "bubble-canopy": 1,
    "cadet": 1,
    "twin-machine-guns": 1,
    "fuel-cell": 6,
    "composite-plate": 6,
}


@pytest.mark.parametrize("each", [1, 2, 3, 6, FEW, {**FEW, "scrap-plate": 30, "load-clamps": 9, "hardened-casing": 9}])
@pytest.mark.parametrize("wish", ["fast", "sturdy"])
def test_a_solver_finds_no_better_sum(wish, each):
    """Both measures at once: no Mech's first is more, and none of as much has more of the second."""
    program = Program(each)

    def speed(card, place):
        return card.stat("sp") + program.given(card, "sp", place, "locomotor")

    def taken(card, place):
        return card.stat("dt") + program.given(card, "dt")

    first, second = (speed, taken) if wish == "fast" else (taken, speed)
    most = program.most(lambda card, place: 1000 * first(card, place) + second(card, place))
    copies = each if isinstance(each, dict) else best_mech.available_copies(ALL, None, each)
    found = best(ALL, copies, wish, {})
    assert (found.first, found.second) == divmod(most, 1000)


@pytest.mark.parametrize(
    ("each", "least"),
    pairs_first([1, 2, 4, {**FEW, "tuned-drive": 2, "load-clamps": 9, "hardened-casing": 9}], [1, 2, 4, 5]),
)
def test_a_solver_finds_none_sturdier_at_a_least_speed(each, least):
    program = Program(each)

    def speed(card, place):
        return card.stat("sp") + program.given(card, "sp", place, "locomotor")

    def taken(card, place):
        return card.stat("dt") + program.given(card, "dt")

    program.solver.addConstr(program.total(speed) >= least)
    most = program.most(lambda card, place: 1000 * taken(card, place) + speed(card, place))
    copies = each if isinstance(each, dict) else best_mech.available_copies(ALL, None, each)
    found = best(ALL, copies, "sturdy", {}, least)
    assert (found and (found.first, found.second)) == (most and divmod(most, 1000))
    if found:
        assert assemble(Mech.model_validate(found.mech), ALL).speed == found.second >= least


SLOW = """
[[locomotor]]
id = "slow-legs"
name = "Slow Legs"
we = 0
ar = 1
dt = 2
pc = 0
mw = 60
sp = 1

[[modification]]
id = "bracing"
name = "Bracing"
we = 0
pc = 0
fits = ["locomotor"]
[modification.gives]
dt = 9
sp = -1
"""


def test_sturdy_does_not_end_in_a_mech_that_cannot_move_unless_asked():
    """Bracing makes it 9 sturdier and stops it."""
    where = GAME.context(None, ALL.merge_text(SLOW, "slow.toml"))
    cards = ["slow-legs", "bracing", "bubble-canopy", "cadet", "twin-machine-guns", "fuel-cell"]
    asked = {"wish": "sturdy", "from": "typed", "owned": ", ".join(f"1 {card}" for card in cards)}
    moving, still = (
        analysis_answer(GAME, "best-mech", {**asked, **more}, where)["answer"] for more in ({}, {"least_speed": "0"})
    )
    assert (moving["speed"], still["speed"]) == (1, 0)
    assert still["first"]["value"] == moving["first"]["value"] + 9
    assert (
        "mech" in moving
        and analysis_answer(GAME, "best-mech", {**asked, "least_speed": "2"}, where)["answer"]["mech"] is None
    )


def reaches(each, without=()):
    """By a solver, the Accuracy that each shot can be fired with: a Weapon with a Modification that counts, or none."""
    shots = [c for c in ALL.all(Part) if kind(c) == "weapon" and not c.unknown and "melee" not in numbers(c.rules)]
    changes = [c for c in ALL.all(Part) if kind(c) == "modification" and {"pe", "do"} & set(c.gives)]
    for weapon, change in product(shots, [None, *changes]):
        program = Program(each, weapon, change, without)
        accuracy = program.most(lambda card, place, program=program: card.stat("ac") + program.given(card, "ac"))
        if accuracy is not None:
            yield weapon, change, accuracy


@pytest.mark.long
@pytest.mark.parametrize("each", [1, 2, 5])
def test_a_solver_finds_no_better_shot(each):
    """Once with the Pilots who add to damage, once with all others; reach takes whoever aims best."""
    pilots = {card.id for card in ALL.all(Part) if kind(card) == "pilot"}
    specialists = {"brother-anvil", "megan-barker"}
    best_reach, best_mean = 0, 0
    for rules, without in ((set(), specialists), ({"anti-mech-specialist"}, pilots - specialists)):
        for weapon, change, accuracy in reaches(each, without):
            gives = change.gives if change else {}
            reach = accuracy + weapon.stat("pe") + gives.get("pe", 0)
            output = weapon.stat("do") + gives.get("do", 0)
            best_reach = max(best_reach, reach)
            best_mean = max(best_mean, by_hand(reach - 6, output, rules | set(numbers(weapon.rules))))
    copies = best_mech.available_copies(ALL, None, each)
    assert best(ALL, copies, "long-range", {}).first == best_reach
    assert best(ALL, copies, "damage", {}).first == pytest.approx(float(best_mean))


def test_a_pilot_who_does_more_damage_is_worth_it():
    """Two Pilots of Accuracy 2, one an Anti-Mech Specialist; and what such a Pilot may be worth of Accuracy."""
    owned = {"courier-wheels": 1, "scout-cab": 1, "auto-rifle": 1, "gas-turbine": 1, "ranger": 1, "brother-anvil": 1}
    found = best(ALL, owned, "damage", {})
    assert found.mech["pilot"] == "brother-anvil"
    plain = best(ALL, {**owned, "brother-anvil": 0}, "damage", {})
    rifle = ALL.get(Part, "auto-rifle")
    lead = 2 + rifle.stat("pe") - 6
    hits = Fraction(sum(a > 1 and a + lead >= d for a, d in product(range(1, 11), repeat=2)), 100)
    assert found.first - plain.first == pytest.approx(float(hits))


def answer(context=None, **inputs):
    return analysis_answer(GAME, "best-mech", inputs, context or GAME.context())["answer"]


FEW = "1 courier-wheels\n1 Scout Cab\n1 cadet, 1 auto-rifle\n1 gas-turbine\n2 steel-plate"
FEW_COUNTED = {"courier-wheels": 1, "scout-cab": 1, "cadet": 1, "auto-rifle": 1, "gas-turbine": 1, "steel-plate": 2}


@pytest.mark.parametrize(
    ("variant", "mechs", "keep", "told"),
    [
        ("standard", 2, "none", False),
        ("lone-wolves", 1, "none", False),
        ("lone-wolves", 2, "none", True),
        ("lone-wolves", 1, "example:copper-bison", True),
        ("quick-death", 1, "none", True),
        ("quick-death", 2, "none", False),
        ("quick-death", 1, "example:copper-bison", False),
    ],
)
def test_a_squad_of_the_wrong_size_for_the_variant_is_told(variant, mechs, keep, told):
    context = GAME.context({"variant": variant})
    found = answer(context, wish="fast", mechs=mechs, keep=keep, **{"from": "2"})
    assert bool(found["variant"]) is told and "legal" in found["sure"]
    squad = GAME.read({"game": "techniconica", "rulings": {"variant": variant}, **found["use"]})
    assert ("variant-size" in {finding.rule for finding in GAME.verdict(squad).findings}) is told


def test_an_answer_tells_the_mech_and_its_parts():
    """Four parts of 2 Damage Points and two plates of 2."""
    found = answer(wish="sturdy", **{"from": "typed"}, owned=FEW)
    assert found["first"] == {"measure": "Damage Points it can take", "value": 12}
    assert found["owned"] == FEW_COUNTED and found["main"] is None and found["left"] == ""
    places = {part["place"]: part for part in found["parts"]}
    assert (places["locomotor"]["id"], places["cockpit"]["name"]) == ("courier-wheels", "Scout Cab")
    assert (places["cockpit"]["slot"], places["locomotor"]["slot"], places["pilot"]["slot"]) == ("2,2", "3,2", None)
    attached = [extra["id"] for part in found["parts"] for extra in part["attached"]]
    assert attached == ["steel-plate", "steel-plate"]
    assert found["weight"]["used"] <= found["weight"]["most"] and found["power"]["used"] <= found["power"]["most"]
    squad = {"game": "techniconica", "mech": [found["mech"]], "owned": found["owned"]}
    assert GAME.verdict(GAME.read(squad)).legal
    assert set(found["rules"]) <= set(GAME.rulebook.rules)


def test_a_shot_names_its_weapon():
    found = answer(wish="damage")
    weapons = {part["id"]: part["name"] for part in found["parts"] if part["type"] == "Weapon"}
    assert (found["from"], found["owned"]) == ("1", None)
    assert weapons[found["main"]["id"]] == found["main"]["name"]
    assert found["first"]["value"] == best(ALL, best_mech.available_copies(ALL, None), "damage", {}).first
    assert {"attack", "jam"} <= set(found["rules"])


def test_a_collection_is_what_is_used_where_one_was_counted():
    context = replace(GAME.context(), owned=FEW_COUNTED)
    usual, asked = answer(context, wish="sturdy"), answer(context, wish="sturdy", **{"from": "collection"})
    assert usual == asked and usual["from"] == "collection" and usual["first"]["value"] == 12
    assert answer(context, wish="sturdy", **{"from": "1"})["first"]["value"] > 12


def test_cards_that_make_no_mech_are_told():
    for owned in ("none", "", "1 cadet"):
        assert answer(wish="fast", **{"from": "typed"}, owned=owned)["mech"] is None


def test_the_command_line_answers_the_same():
    typed = ["from=typed", f"owned={FEW}"]
    done = CliRunner().invoke(main, ["analyze", "techniconica", "best-mech", "wish=sturdy", *typed, "--json"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["answer"] == answer(wish="sturdy", **{"from": "typed"}, owned=FEW)
    refused = CliRunner().invoke(main, ["analyze", "techniconica", "best-mech"])
    assert refused.exit_code == 2 and "wish" in refused.stderr


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({}, "wish: found nothing, expected a value for wish"),
        ({"wish": "pretty"}, "wish: found 'pretty', expected fast, sturdy, long-range, damage, "),
        ({"wish": "fast", "from": "moon"}, "from: found 'moon', expected collection, 1, 2, 3 or typed"),
        ({"wish": "fast", "from": "collection"}, "from: found 'collection', expected one of 1, 2, 3, typed"),
        ({"wish": "fast", "from": "typed", "owned": "1 cadet\n1 cadet, 2 x"}, "owned, line 2: found '2 x', expected a"),
        (
            {"wish": "fast", "source": "1"},
            "expected one of wish, least_speed, owned, mechs, judged_by, keep, near, must",
        ),
    ],
)
def test_what_cannot_be_read_is_named(inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer(**inputs)
    assert says in str(error.value)


def test_a_comma_in_a_cards_name_parts_nothing():
    ids = {"foo, bar": "foo-bar", "foo": "foo"}
    assert count_cards("2 Foo, Bar\n1 foo,3 foo, bar", ids) == {"foo-bar": 2, "foo": 1 + 3}
    assert unread_lines("2 Foo, Bar\n1 foo,3 foo, bar\n,", ids) == [(2, "bar"), (3, ",")]


def test_nothing_lies_in_a_mech_that_it_is_no_better_for():
    """A second Cell of no Damage Points that nothing needs stays in the box."""
    idle = [{"id": "idle", "name": "Idle", "origin": MARK, "ar": 0, "dt": 0, "we": 0, "pc": 0, "po": 5}]
    bare = small()
    catalogue = Catalogue(KINDS, {**bare.cards, **catalogue_of({"power-plant": idle}).cards}, {})
    found = best(catalogue, dict.fromkeys(catalogue.cards, 1), "sturdy")
    assert (found.first, found.second, sorted(found.used)) == (8, 3, sorted(bare.cards))


def test_however_many_copies_there_are_none_is_left_out():
    plenty = best_mech.available_copies(ALL, None, 30)
    assert best(ALL, plenty, "fast").first >= best(ALL, best_mech.available_copies(ALL, None, 6), "fast").first
    told = answer(wish="fast", **{"from": "typed"}, owned="\n".join(f"30 {card}" for card in plenty))
    assert told["left"] == "" and told["proof"]["proved"]


# Small packs, by trying everything.

number = st.integers(0, 4)
few = st.integers(1, 4)
MARK = {"default": "house: made for a test"}


def cards_of(name, count, **fields):
    return st.lists(st.fixed_dictionaries(fields), min_size=count, max_size=count).map(
        lambda rows: [
            {"id": f"{name}-{i}", "name": f"{name.title()} {i}", "origin": MARK, **row} for i, row in enumerate(rows)
        ]
    )


metal = {"ar": number, "dt": few, "we": few, "pc": number}
change = st.sampled_from([-1, 1, 2])
up = st.sampled_from([1, 2])
packs = st.fixed_dictionaries(
    {
        "locomotor": cards_of("locomotor", 2, **metal | {"mw": st.integers(3, 14), "sp": few}),
        "cockpit": cards_of("cockpit", 1, **metal),
        "pilot": cards_of("pilot", 2, ac=few, fo=number, bt=number, rr=number, named=st.booleans(), rules=st.sampled_from([(), (), ("anti-mech-specialist",), ("accurate",)])),
        "weapon": cards_of("weapon", 2, **metal | {"pe": few, "do": few, "rules": st.sampled_from([(), ("melee",), ("accurate",), ("barrage", "reliable")])}),
        "power-plant": cards_of("plant", 2, **metal | {"po": st.integers(1, 9)}),
        "armour": cards_of("armour", 1, **metal),
        "modification": cards_of("modification", 1, we=number, pc=number, gives=st.dictionaries(st.sampled_from(["dt", "we", "pe", "do", "po"]), change, min_size=1), fits=st.sampled_from([(), ("weapon",), ("cockpit", "power-plant")]), rules=st.sampled_from([(), (), ("armour-piercing",), ("barrage",)])),
        "support": cards_of("support", 1, we=number, pc=number, gives=st.dictionaries(st.sampled_from(["ac", "sp", "mw", "dt"]), up, min_size=1), fits=st.sampled_from([(), ("cockpit",), ("locomotor",)]), rules=st.sampled_from([(), (), ("trigger",)])),
    }
)  # fmt: skip


def catalogue_of(pack):
    cards = {row["id"]: KINDS[name].model_validate(row) for name, rows in pack.items() for row in rows}
    return Catalogue(KINDS, cards, {})


def some(rows, least):
    ids = [row["id"] for row in rows]
    return [chosen for n in range(least, len(ids) + 1) for chosen in combinations(ids, n)]


def every_mech(pack):
    """Every Mech of a small pack, legal or not: each card used once at most, attached wherever there is a place."""
    for locomotor, cockpit, pilot in product(*(pack[name] for name in ("locomotor", "cockpit", "pilot"))):
        for weapons, plants in product(some(pack["weapon"], 1), some(pack["power-plant"], 1)):
            hosts = 2 + len(weapons) + len(plants)
            loose = [row["id"] for name in ("armour", "modification", "support") for row in pack[name]]
            for seats in product([None, *range(hosts)], repeat=len(loose)):
                if seats[0] not in (None, 0):  # where Armour lies changes nothing that is measured
                    continue
                attached = [
                    [card for card, at in zip(loose, seats, strict=True) if at == host] for host in range(hosts)
                ]
                slots = ("1,1", "1,2", "1,3", "2,1")
                parts = [
                    {"card": card, "slot": slot, "attached": extra}
                    for card, slot, extra in zip([*weapons, *plants], slots, attached[2:], strict=False)
                ]
                yield {
                    "locomotor": {"card": locomotor["id"], "attached": attached[0]},
                    "cockpit": {"card": cockpit["id"], "attached": attached[1]},
                    "pilot": pilot["id"],
                    "part": parts,
                }


@settings(max_examples=2, deadline=None)
@given(packs)
def test_trying_everything_finds_no_better_mech(pack):
    assert_none_is_better(pack)


@pytest.mark.long
@settings(max_examples=12, deadline=None)
@given(packs)
def test_trying_everything_of_many_packs_finds_no_better_mech(pack):
    assert_none_is_better(pack)


def assert_none_is_better(pack):
    catalogue = catalogue_of(pack)
    most = dict.fromkeys(WISHES)
    for document in every_mech(pack):
        made = assemble(Mech.model_validate(document), catalogue)
        if made.excess_weight or made.short or not legal(made):
            continue
        for wish in WISHES:
            value = worth(made, wish)
            if value is not None and (most[wish] is None or value > most[wish]):
                most[wish] = value
    for wish in WISHES:
        found = best(catalogue, best_mech.available_copies(catalogue, None), wish, {})
        assert (found and float(found.first)) == (None if most[wish] is None else pytest.approx(float(most[wish]))), (
            wish
        )
        if found:
            assert legal(assemble(Mech.model_validate(found.mech), catalogue))


@pytest.mark.parametrize(
    "rules",
    [
        "",
        "accurate",
        "inaccurate",
        "barrage",
        "reliable,inaccurate",
        "barrage,accurate",
        "anti-mech-specialist",
        "accurate,inaccurate",
        "barrage,anti-mech-specialist,accurate",
    ],
)
@pytest.mark.parametrize(
    "rulings", [{}, {"barrage-tie": "one-hit", "accurate-jam": "any", "accurate-inaccurate": "inaccurate"}]
)
@pytest.mark.parametrize("lead", [-7, -2, 0, 3, 9])
def test_mean_damage_is_the_resolver_s(lead, rules, rulings):
    shoot = GAME.resolver("shoot")
    inputs = {"accuracy": 10 + lead, "penetration": 0, "damage_output": 3, "speed": 10, "armour": 0, "rules": rules}
    odds = exact(shoot.make(shoot.inputs.model_validate(inputs), GAME.context(rulings)))
    mean = Fraction(sum(weight * outcome["damage"] for outcome, weight in odds.outcomes), odds.total)
    tokens = tuple(filter(None, rules.split(",")))
    assert mean_damage(lead, 3, combine_rules(tokens, SPECIALS, rulings), rulings) == mean
    assert by_hand(lead, 3, tokens, rulings) == mean


# What cannot be, and what is left out.


@pytest.mark.parametrize("wish", WISHES)
def test_too_few_cards_make_no_mech(wish):
    assert best(ALL, {}, wish, {}) is None
    assert best(ALL, {"courier-wheels": 1, "scout-cab": 1, "cadet": 1, "auto-rifle": 2}, wish, {}) is None


def test_melee_weapons_have_no_shot():
    owned = {"courier-wheels": 1, "scout-cab": 1, "cadet": 1, "chain-blade": 1, "gas-turbine": 1}
    assert best(ALL, owned, "long-range", {}) is None
    assert best(ALL, owned, "fast", {}) is not None


def test_what_is_owned_is_what_is_used():
    owned = {"courier-wheels": 1, "scout-cab": 1, "cadet": 1, "auto-rifle": 1, "gas-turbine": 1, "steel-plate": 2}
    found = best(ALL, owned, "sturdy", {})
    build = GAME.read({"game": "techniconica", "title": "", "mech": [found.mech], "owned": owned})
    assert GAME.verdict(build).legal
    # Courier Wheels 2, Scout Cab 2, rifle 2, turbine 2, two plates of 2; weight 1 + 2 + 3 + 4 = 10 of 12.
    assert (found.first, found.second) == (12, 6)


def test_cards_of_unknown_numbers_are_left_alone():
    found = best(ALL, best_mech.available_copies(ALL, None), "sturdy", {})
    made = assemble(Mech.model_validate(found.mech), ALL)
    assert not [card.id for card in made.cards if card.unknown]


# Where an attached card counts, one case each.


def metal_of(**more):
    return {"ar": 1, "dt": 2, "we": 2, "pc": 1, **more}


def extra(gives, fits, **more):
    return {"we": 0, "pc": 0, "gives": gives, "fits": [fits], **more}


def small(mw=4, po=3, **extras):
    """A pack of one Mech that carries 4 of weight 4 and draws 3 of power 3, bare; and what may be attached."""
    rows = {
        "locomotor": metal_of(we=0, mw=mw, sp=3),
        "cockpit": metal_of(we=1),
        "pilot": {"ac": 2, "fo": 5, "bt": 4, "rr": 1, "named": False},
        "weapon": metal_of(we=1, pe=2, do=2),
        "power-plant": metal_of(pc=0, po=po),
        **extras,
    }
    return catalogue_of(
        {name: [{"id": name, "name": name.title(), "origin": MARK, **row}] for name, row in rows.items()}
    )


def wished(catalogue, wish="sturdy"):
    return best(catalogue, best_mech.available_copies(catalogue, None), wish, {})


def test_a_bare_mech_that_just_fits_is_found():
    found = wished(small())
    assert (found.first, found.second) == (8, 3)  # four parts of DT 2, Speed 3
    assert wished(small(mw=3)) is None
    assert wished(small(po=2)) is None


@pytest.mark.parametrize(
    ("gives", "fits", "helps"),
    [
        ({"we": -1}, "weapon", True),
        ({"we": -1}, "locomotor", False),  # a Locomotor's own Weight does not count, nor what changes it
        ({"mw": 1}, "locomotor", True),
        ({"mw": 1}, "cockpit", False),  # a Modification changes no other part
        ({"po": 1}, "power-plant", False),
    ],
)
def test_a_modification_that_makes_a_mech_light_enough(gives, fits, helps):
    found = wished(small(mw=3, modification=extra(gives, fits)))
    assert (found is not None) == helps


@pytest.mark.parametrize(
    ("gives", "fits", "helps"),
    [({"po": 1}, "power-plant", True), ({"po": 1}, "weapon", False), ({"pc": -1}, "weapon", True)],
)
def test_a_modification_that_makes_power_enough(gives, fits, helps):
    found = wished(small(po=2, modification=extra(gives, fits)))
    assert (found is not None) == helps


def test_a_trigger_changes_nothing_before_it_is_set_off():
    assert wished(small(mw=3, support=extra({"mw": 1}, "locomotor", rules=["trigger"]))) is None
    assert wished(small(mw=3, support=extra({"mw": 1}, "locomotor"))) is not None


def test_the_main_weapon_s_own_place_for_a_modification_is_used():
    found = wished(small(modification=extra({"dt": 1}, "weapon")), "long-range")
    assert (found.first, found.second) == (4, 9)
    better = wished(small(modification=extra({"pe": 1, "dt": 1}, "weapon")), "long-range")
    assert (better.first, better.second) == (5, 9)


def test_a_number_that_would_fall_below_0_is_held_there():
    """Speed 3: three less of it for three Damage Points, or four less, which is no lower."""
    for change in (-3, -4):
        found = wished(small(modification=extra({"sp": change, "dt": 3}, "locomotor")))
        assert (found.first, found.second) == (11, 0)


def test_what_changes_a_weapon_elsewhere_still_gives_power_for_its_shot():
    both = extra({"po": 1, "pe": 1}, "power-plant")
    found = wished(small(po=2, modification=both), "long-range")
    assert found.first == 4  # the plant's Modification changes no Weapon


def test_support_that_changes_a_shot_counts_in_it():
    catalogue = small(mw=9, support=extra({"pe": 1, "dt": 1}, "weapon"))
    found = wished(catalogue, "long-range")
    made = assemble(Mech.model_validate(found.mech), catalogue)
    assert worth(made, "long-range") == found.first == 5


def test_no_part_is_given_more_attached_cards_than_it_holds():
    """Thirty Supports that weigh and draw nothing fit a Cockpit alone, and a part holds twenty."""
    extras = [{"id": f"support-{i}", "name": "Help", "origin": MARK, **extra({"sp": 1}, "cockpit")} for i in range(30)]
    bare = small()
    catalogue = Catalogue(KINDS, {**bare.cards, **catalogue_of({"support": extras}).cards}, {})
    found = wished(catalogue, "fast")
    assert found.first == 3 + 20
    assert legal(assemble(Mech.model_validate(found.mech), catalogue))


def test_more_cards_than_can_be_looked_at_are_refused_with_a_sentence():
    many = [{"id": f"cockpit-{i}", "name": "C", "origin": MARK, **metal_of()} for i in range(301)]
    context = GAME.context(catalogue=catalogue_of({"cockpit": many}))
    with pytest.raises(InvalidInput, match="from: found 301 cards.*at most 300: type those you want to use"):
        answer(context, wish="fast")
    fewer = GAME.context(catalogue=catalogue_of({"cockpit": many[:300]}))
    assert answer(fewer, wish="fast")["mech"] is None
