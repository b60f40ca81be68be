"""What both sides of a matchup have lost: the same figures as for builds without it, in every game that counts it."""

from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.gamekit.losses import entries, read_losses, write_losses
from companion.gamekit.matchup import swap_sides
from companion.games import GAMES
from companion.verbs.game_rolls import odds_answer
from companion.verbs.matchups import matchup_answer, read_side
from tests.pairs import few_first

BY_SLUG = {game.slug: game for game in GAMES}


def side(slug, document, where="mine"):
    game = BY_SLUG[slug]
    given = to_document(game.examples[document]) if isinstance(document, str) else document
    return read_side(game, given, where)


def answer(slug, mine, theirs, **conditions):
    return matchup_answer(BY_SLUG[slug], side(slug, mine), side(slug, theirs, "theirs"), conditions)


def figures(found):
    """Return each cell by what attacks and what is attacked, with its exact figures or why there are none."""
    return {
        (row["title"], row.get("of", ""), target["title"], target.get("of", "")): cell.get(
            "figures", cell.get("why_not")
        )
        for row in found["rows"]
        for target, cell in zip(found["targets"], row["cells"], strict=True)
    }


def titles(found, what="rows"):
    return [(thing["title"], thing.get("of", "")) for thing in found[what]]


def without(slug, name, change):
    document = to_document(BY_SLUG[slug].examples[name])
    change(document)
    return document


def sentence(slug, mine, theirs, **conditions):
    with pytest.raises(InvalidInput) as refused:
        answer(slug, mine, theirs, **conditions)
    return str(refused.value)


# How entries are written.


def test_entries_stand_on_lines_or_between_commas_and_keep_their_owner_on_a_line():
    text = "Mech 1: Rail Lance, Fuel Cell 2\n\n Mech 2 :Chain Gun; Mech 3: Saw\nScout"
    assert [(one.owner, one.text) for one in entries(text, "a_lost")] == [
        ("Mech 1", "Rail Lance"),
        ("Mech 1", "Fuel Cell 2"),
        ("Mech 2", "Chain Gun"),
        ("Mech 3", "Saw"),
        ("", "Scout"),
    ]
    assert [one.where for one in entries("x, y", "b_lost")] == ["b_lost, entry 1", "b_lost, entry 2"]


@pytest.mark.parametrize("slug", ["mecha-mettle", "mechalyte", "techniconica", "wreck-a-mech"])
def test_nothing_lost_changes_nothing(slug):
    one, other = list(BY_SLUG[slug].examples)[:2]
    plainly = answer(slug, one, other)
    for text in ("", " \n , ;"):
        assert figures(answer(slug, one, other, a_lost=text, b_lost=text)) == figures(plainly)


@pytest.mark.parametrize("slug", ["mecha-mettle", "mechalyte", "techniconica", "wreck-a-mech"])
def test_what_each_side_has_lost_changes_places_with_the_sides(slug):
    conditions = BY_SLUG[slug].matchup.circumstances(a_lost="mine", b_lost="theirs")
    assert (swap_sides(conditions).a_lost, swap_sides(conditions).b_lost) == ("theirs", "mine")


@pytest.mark.parametrize("slug", ["mecha-mettle", "mechalyte", "techniconica", "wreck-a-mech"])
def test_what_nobody_has_is_refused_with_its_field(slug):
    one, other = list(BY_SLUG[slug].examples)[:2]
    for field in ("a_lost", "b_lost"):
        assert sentence(slug, one, other, **{field: "Frying Pan"}).startswith(f"{field}, entry 1: found 'Frying Pan'")
    both = sentence(slug, one, other, a_lost="Frying Pan", b_lost="Frying Pan")
    assert "a_lost, entry 1" in both and "b_lost, entry 1" in both


def test_typed_numbers_have_lost_nothing():
    game = BY_SLUG["techniconica"]
    typed = read_side(game, {"typed": {"speed": 3}}, "theirs")
    with pytest.raises(InvalidInput, match="b_lost: found 'Pilot', expected nothing"):
        matchup_answer(game, side("techniconica", "iron-heron"), typed, {"b_lost": "Pilot"})


# Numbers on tracks, in every game.


def sheets_of(slug, name):
    """Return the sheets of an example's units as a matchup against the other example has them."""
    room = BY_SLUG[slug].matchup
    other = next(one for one in BY_SLUG[slug].examples if one != name)
    return room.sheets(side(slug, name), side(slug, other, "theirs"), room.circumstances())


MATCHED = [game.slug for game in GAMES if game.matchup]


@pytest.mark.parametrize("slug", MATCHED)
def test_every_number_on_a_track_is_read_as_it_is_written(slug):
    for name in list(BY_SLUG[slug].examples)[:3]:
        sheets = sheets_of(slug, name)
        for pick in ("start", "worst", "most", "least"):
            losses = {
                at: {track.name: getattr(track, pick) for track in sheet.tracks} for at, sheet in enumerate(sheets)
            }
            assert read_losses(write_losses(losses), sheets, "a_lost") == {at: one for at, one in losses.items() if one}
        for at, sheet in enumerate(sheets):
            for track in sheet.tracks:
                by_name = f"{sheet.name}/{track.name}=lost"
                assert read_losses(by_name, sheets, "a_lost") == {at: {track.name: track.worst}}


@pytest.mark.parametrize("slug", MATCHED)
def test_a_track_at_its_start_is_no_loss(slug):
    one, other = list(BY_SLUG[slug].examples)[:2]
    whole = write_losses(
        {at: {track.name: track.start for track in sheet.tracks} for at, sheet in enumerate(sheets_of(slug, one))}
    )
    if slug == "mecha-mettle":  # there a number of ports that is given takes the place of the one that is asked for
        whole = whole.replace("1/ports=0", "1/ports=1")
    assert figures(answer(slug, one, other, a_lost=whole)) == figures(answer(slug, one, other))


@pytest.mark.parametrize("slug", MATCHED)
def test_a_number_beyond_a_track_is_refused_with_its_bounds(slug):
    one, other = list(BY_SLUG[slug].examples)[:2]
    track = sheets_of(slug, one)[0].tracks[0]
    for value in (str(track.most + 1), "-1", "two", ""):
        told = sentence(slug, one, other, a_lost=f"1/{track.name}={value}")
        assert told.startswith("a_lost, entry 1") and f"from {track.least} to {track.most}, or lost" in told
    assert "a unit by its number" in sentence(slug, one, other, a_lost=f"999/{track.name}=0")
    assert "a track of" in sentence(slug, one, other, a_lost="1/frying pan=0")


@pytest.mark.parametrize(
    ("slug", "one", "other", "words", "numbers"),
    [
        ("techniconica", "iron-heron", "copper-bison", "Shock Fist", "1/Shock Fist=lost"),
        ("techniconica", "iron-heron", "copper-bison", "Iron Heron: Cockpit", "Iron Heron/cockpit=lost"),
        ("wreck-a-mech", "first-mech", "building-site", "left arm, head", "left_arm=1, head=lost"),
        ("mechalyte", "quick-draw", "onion", "Turn 1: 3; Turn 2: 5 to 2", "1/level=0, 4/level=2"),
    ],
)
def test_numbers_say_what_words_said(slug, one, other, words, numbers):
    plain, by_words, by_numbers = (
        (figures(found), found["conclusions"])
        for found in (answer(slug, one, other, a_lost=lost) for lost in ("", words, numbers))
    )
    assert by_numbers == by_words != plain


def test_hp_that_is_left_is_what_words_said_was_lost():
    game = BY_SLUG["mechastellar"]
    one, other = list(game.examples)[:2]
    sheet = sheets_of(game.slug, one)[0]
    hp = sheet.by_name["hp"].most
    name = (
        side(game.slug, one).build.unit[0].name or game.catalogue.cards[side(game.slug, one).build.unit[0].profile].name
    )
    for numbers, words in ((f"1/hp={hp - 300}", f"{name} 300"), ("1/hp=lost", f"{name} {hp}")):
        assert figures(answer(game.slug, other, one, b_lost=numbers)) == figures(
            answer(game.slug, other, one, b_lost=words)
        )


# Techniconica.


def part(name):
    """Return a change that takes a part with this id from the only Mech."""

    def change(document):
        mech = document["mech"][0]
        mech["part"] = [one for one in mech["part"] if one["card"] != name]

    return change


def test_a_part_that_is_lost_is_as_if_it_were_not_built_in():
    """The Shock Fist is gone: no Charge, no counter-attack, one Weapon less to lose before the Mech is out."""
    bare = without("techniconica", "iron-heron", part("shock-fist"))
    for text in ("Shock Fist", "Iron Heron: shock fist", "Mech 1: Shock Fist (1,3)"):
        assert figures(answer("techniconica", "iron-heron", "copper-bison", a_lost=text)) == figures(
            answer("techniconica", bare, "copper-bison")
        )
        assert figures(answer("techniconica", "copper-bison", "iron-heron", b_lost=text)) == figures(
            answer("techniconica", "copper-bison", bare)
        )


def test_armour_that_is_lost_no_longer_protects():
    def bare(document):
        document["mech"][0]["cockpit"] = {"card": document["mech"][0]["cockpit"]["card"]}

    after = answer("techniconica", "iron-heron", "copper-bison", b_lost="Steel Plate")
    assert figures(after) == figures(
        answer("techniconica", "iron-heron", without("techniconica", "copper-bison", bare))
    )
    assert figures(after) != figures(answer("techniconica", "iron-heron", "copper-bison"))


def shots_at(found, title):
    column = [target["title"] for target in found["targets"]].index(title)
    return [row["cells"][column] for row in found["rows"] if "roll" in row["cells"][column]]


def test_damage_on_a_part_is_counted_by_the_roll_behind_each_cell():
    """A part of DT n with one counter is destroyed as often as one of DT n - 1 without."""
    game = BY_SLUG["techniconica"]
    cells = shots_at(
        answer("techniconica", "iron-heron", "copper-bison", b_lost="Mech 1: Diesel Block 1"), "Diesel Block"
    )
    assert cells
    for cell in cells:
        inputs = cell["roll"]["inputs"]
        assert inputs["base_damage"] == 1 and "1 damage on it" in cell["known"]
        weaker = {k: v for k, v in inputs.items() if k != "base_damage" and not k.startswith("from.")}
        odds = odds_answer(game, cell["roll"]["resolver"], weaker | {"base": inputs["base"] - 1}, game.context())
        assert cell["figures"]["destroyed"]["exact"] == odds["summary"]["base_destroyed"]["exact"]


def test_damage_on_armour_leaves_less_of_it():
    whole = shots_at(answer("techniconica", "iron-heron", "copper-bison"), "Standard Cockpit")
    worn = shots_at(answer("techniconica", "iron-heron", "copper-bison", b_lost="Steel Plate 1"), "Standard Cockpit")
    for before, after in zip(whole, worn, strict=True):
        assert int(after["roll"]["inputs"]["armours"]) == int(before["roll"]["inputs"]["armours"]) - 1


def test_damage_that_would_destroy_a_part_says_so():
    told = sentence("techniconica", "iron-heron", "copper-bison", b_lost="Diesel Block 60")
    assert "less damage than its DT" in told and "alone says that it is destroyed" in told


def test_a_mech_without_its_cockpit_neither_attacks_nor_is_attacked():
    document = to_document(BY_SLUG["techniconica"].examples["iron-heron"])
    document["mech"] = [document["mech"][0], {**document["mech"][0], "name": "Second"}]
    found = answer("techniconica", document, "copper-bison", a_lost="Second: Cockpit")
    assert {of for _, of in titles(found)} == {"Iron Heron"}
    back = answer("techniconica", "copper-bison", document, b_lost="Mech 2: Scout Cab")
    assert {of for _, of in titles(back, "targets")} == {"Iron Heron"}


def test_of_several_mechs_the_entry_says_which():
    document = to_document(BY_SLUG["techniconica"].examples["iron-heron"])
    document["mech"] = [document["mech"][0], {**document["mech"][0], "name": "Second"}]
    assert "expected the Mech before it, with a colon: Iron Heron, Second, Mech 1 or Mech 2" in sentence(
        "techniconica", document, "copper-bison", a_lost="Chain Gun"
    )
    assert "did you mean Chain Gun?" in sentence("techniconica", document, "copper-bison", a_lost="Second: Chian Gun")


@pytest.mark.parametrize(
    ("lost", "left"),
    [("Red (1)", "Red (2)"), ("Mech 1", "Red (2)"), ("Red", "Red (2)"), ("Red (2)", "Red (1)"), ("Mech 2", "Red (1)")],
)
def test_mechs_of_one_name_are_named_as_the_matchup_names_them(lost, left):
    document = to_document(BY_SLUG["techniconica"].examples["iron-heron"])
    document["mech"] = [{**document["mech"][0], "name": "Red"}] * 2
    found = answer("techniconica", document, "copper-bison", a_lost=f"{lost}: Cockpit")
    assert {of for _, of in titles(found)} == {left}


def test_a_part_is_lost_once():
    told = sentence("techniconica", "iron-heron", "copper-bison", a_lost="Chain Gun, Chain Gun")
    assert told.startswith("a_lost, entry 2")


# Wreck-A-Mech.


@pytest.mark.parametrize("text", ["left arm", "Left Arm\n"])
def test_a_wrecked_part_no_longer_adds_up(text):
    """Attack, Defense and Structure are those of the mech that is left (facts 42 and 43 of a new combat)."""

    def bare(document):
        del document["mech"]["left_arm"]

    less = without("wreck-a-mech", "first-mech", bare)
    assert figures(answer("wreck-a-mech", "first-mech", "building-site", a_lost=text)) == figures(
        answer("wreck-a-mech", less, "building-site")
    )
    lost = answer("wreck-a-mech", "building-site", "first-mech", b_lost=text)
    assert figures(lost) == figures(answer("wreck-a-mech", "building-site", less))
    assert lost["conclusions"] == answer("wreck-a-mech", "building-site", less)["conclusions"]
    whole = answer("wreck-a-mech", "building-site", "first-mech")
    assert (figures(lost), lost["conclusions"]) != (figures(whole), whole["conclusions"])


def test_a_wrecked_part_is_named_by_its_card_too():
    game = BY_SLUG["wreck-a-mech"]
    card = game.catalogue.cards[game.examples["first-mech"].mech.parts["head"]]
    by_name = answer("wreck-a-mech", "first-mech", "building-site", a_lost=card.name)
    by_place = answer("wreck-a-mech", "first-mech", "building-site", a_lost="head")
    assert (figures(by_name), by_name["conclusions"]) == (figures(by_place), by_place["conclusions"])
    assert by_name["conclusions"] != answer("wreck-a-mech", "first-mech", "building-site")["conclusions"]


# Mechalyte: Onion builds 4, 4 / 6 / 4, 2; Bulwark 4, 4 / 6 / 6, 2.


def groups(found, what="rows"):
    return [title for title, of in titles(found, what) if of.startswith("Turn")]


def test_a_mech_that_is_lost_is_missing_from_the_group_that_its_turn_built():
    assert groups(answer("mechalyte", "quick-draw", "onion")) == ["Levels 3, 3, 3", "Levels 5, 3"]
    after = answer("mechalyte", "quick-draw", "onion", a_lost="Turn 1: 3")
    assert titles(after)[6:] == [("Levels 3, 3", "Turn 1 after losses"), ("Levels 5, 3", "Turn 2")]
    assert groups(answer("mechalyte", "quick-draw", "onion", a_lost="Turn 1: level 3, 3, 3")) == ["Levels 5, 3"]


def test_a_mech_that_has_fallen_fights_at_its_level_now():
    """Turn 2 built 5 and 3; with the first at level 2 it is the group 3, 2, with the figures of a plan of 3 and 2."""
    after = answer("mechalyte", "quick-draw", "onion", a_lost="Turn 2: 5 to 2")
    planned = without("mechalyte", "quick-draw", lambda document: document["turn"][1].update(build=[3, 2]))
    expected = answer("mechalyte", planned, "onion")
    assert groups(after) == ["Levels 3, 3, 3", "Levels 3, 2"]
    mine = {key[0]: value for key, value in figures(after).items() if key[2] == "Level 4"}
    assert mine == {key[0]: value for key, value in figures(expected).items() if key[2] == "Level 4"}


@pytest.mark.parametrize(
    "text", ["Turn 1: 5", "Turn 1: 3 to 3", "Turn 9: 3", "3", "Turn 1: 3, 3, 3, 3", "Turn 1: 3 to 9"]
)
def test_a_loss_that_no_turn_can_have_is_refused(text):
    assert "a_lost, entry" in sentence("mechalyte", "quick-draw", "onion", a_lost=text)


# Mecha Mettle.


def test_a_lost_module_no_longer_attacks_and_is_no_target():
    game = BY_SLUG["mecha-mettle"]
    one, other = list(game.examples)[:2]
    before = answer(game.slug, one, other)
    after = answer(game.slug, one, other, a_lost="Hammer", b_lost="Reactor, Blast Door")
    assert any("Hammer" in title for title, _ in titles(before))
    assert not any("Hammer" in title for title, _ in titles(after))
    named = [title for title, _ in titles(after, "targets")]
    assert not any("Reactor" in title or "Blast Door" in title for title in named) and "Open Port" in named
    kept = {key: value for key, value in figures(before).items() if key in figures(after)}
    assert kept == {key: value for key, value in figures(after).items() if key in kept} and kept


@pytest.mark.parametrize(
    ("text", "ports"), few_first(2, [("port, port, port", 3), ("Open Port\n1 port", 2), ("2 ports", 2), ("port", 1)])
)
def test_lost_ports_decide_which_component_is_in_force(text, ports):
    game = BY_SLUG["mecha-mettle"]
    one, other = list(game.examples)[:2]
    for mine, lost in (("a_lost", "lost"), ("b_lost", "their_lost")):
        assert figures(answer(game.slug, one, other, **{mine: text})) == figures(
            answer(game.slug, one, other, **{lost: ports})
        )


def test_a_fifth_port_ends_the_game():
    one, other = list(BY_SLUG["mecha-mettle"].examples)[:2]
    assert "at most 4 ports" in sentence("mecha-mettle", one, other, a_lost="3 ports, 2 ports")


def test_the_figures_of_a_side_with_losses_are_exact():
    found = answer("techniconica", "iron-heron", "copper-bison", a_lost="Scrap Plate", b_lost="Diesel Block 1")
    cells = [cell for row in found["rows"] for cell in row["cells"] if "figures" in cell]
    assert all(0 <= Fraction(cell["figures"]["hit"]["exact"]) <= 1 for cell in cells) and cells


@pytest.mark.parametrize("field", ["a_lost", "b_lost"])
def test_the_part_that_the_field_shows_as_an_example_can_be_typed(field):
    about = BY_SLUG["wreck-a-mech"].matchup.circumstances.model_fields[field].description
    shown = about.partition(": ")[2].partition(".")[0].partition(", or")[0]
    one, other = list(BY_SLUG["wreck-a-mech"].examples)[:2]
    assert answer("wreck-a-mech", one, other, **{field: shown})["conditions"][field] == shown
