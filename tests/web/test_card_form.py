"""A card's form from its model: what stands first, in which groups, which fields have several lines, what each field says."""

import pytest

from companion.base.findings import InputError, InvalidInput
from companion.data.card_files import RowEntry
from companion.data.columns import Column
from companion.gamekit.contract import FormData
from companion.games import GAMES, game
from companion.web.packs.card_form import _field, card_page, is_long, read_card, read_cells, read_posted_page
from companion.web.packs.routes import _cells_in_a_line

KINDS = [pytest.param(one, kind, id=f"{one.slug}-{kind}") for one in GAMES for kind in one.kinds]


def page_of(slug, kind, typed=None, below=None, more=()):
    return card_page(kind, game(slug).catalogue, typed or {}, below, more)


def shipped(slug, card):
    return game(slug).catalogue.raw[card][1]


def labels(group):
    return [field.label.text for field in group.fields]


@pytest.mark.parametrize(("one", "kind"), KINDS)
def test_the_name_is_first_the_id_last_and_numbers_stand_together_before_it(one, kind):
    page = card_page(kind, one.catalogue, {}, None)
    plain = page.groups[0]
    shapes = {column.path: column.shape for column in page.columns}
    names = [field.name for field in plain.fields]
    assert plain.title == "" and (names[0], names[-1]) == ("name", "id")
    numbers = [shapes[name] == "whole" for name in names[:-1]]
    assert numbers == sorted(numbers)


def test_parts_and_lists_are_groups_of_their_own_whose_fields_do_not_repeat_the_title():
    groups = {group.title: group for group in page_of("mecha-mettle", "module").groups}
    assert list(groups) == ["", "Body", "Weapon", "Shield", "Scrap attack", "Bypass attack"]
    assert labels(groups["Body"]) == ["Dice", "Kind"]
    assert labels(groups["Weapon"]) == ["Name", "Pools 1: Dice", "Pools 1: Kind", "Breach", "Link"]
    two = page_of("wreck-a-mech", "part", {"special.2.rule": "set"}).groups[-1]
    assert two.title == "Special" and {label.partition(":")[0] for label in labels(two)} >= {"Special 1", "Special 2"}


def test_the_entries_of_a_list_have_their_number_and_fields_without_its_name():
    page = page_of("wreck-a-mech", "part", {"special.2.rule": "set"})
    entries = page.entries("special")
    assert [number for number, _ in entries][:2] == [1, 2]
    assert [field.name for field in entries[1][1]][0] == "special.2.rule"
    assert [field.label.text for field in entries[1][1]] == ["Rule", "Corporation", "Least", "Attack", "Defense"]
    assert page.entries("body") == []
    assert page.has_open_lists and not page_of("wreck-a-mech", "corporation").has_open_lists


@pytest.mark.parametrize(
    ("path", "shape", "longest", "expected"),
    [("about", "text", 120, False), ("about", "text", 121, True), ("role", "text", 0, False), ("role", "list", 400, False)]
    + [("text", "text", 0, True), ("effect", "text", 0, True), ("special", "text", 40, True), ("text", "whole", 0, False)],
)  # fmt: skip
def test_a_long_text_and_what_a_card_says_have_several_lines(path, shape, longest, expected):
    assert is_long(Column(path, path.capitalize(), shape, longest=longest)) is expected


def test_a_new_card_says_what_is_needed_and_the_name_waits_for_keys():
    form = page_of("wreck-a-mech", "part").form
    needed = [field.name for field in form if field.description == "Needed."]
    assert needed == ["name", "rank", "position", "corporation"]
    assert form["id"].description == "Leave it blank to make it from the name."
    assert form["name"].render_kw["autofocus"] and "autofocus" not in form["corporation"].render_kw
    assert form["text"].render_kw["rows"] == 3 and "rows" not in form["name"].render_kw
    assert form["penalty"].render_kw["placeholder"] == "0" and "placeholder" not in form["attack"].render_kw
    assert "autofocus" not in page_of("wreck-a-mech", "part", {"name": "Tin Arm"}).form["name"].render_kw
    assert [(one.value, one.label) for one in form["rank"].choices] == [("", "–"), ("1", "1"), ("2", "2"), ("3", "3")]


def test_a_shipped_card_shows_what_it_says_and_needs_nothing():
    """The Fuel Cell: AR 1, DT 1, WE 1, PC 0, PO 2."""
    form = page_of("techniconica", "power-plant", {"we": "9"}, shipped("techniconica", "fuel-cell")).form
    shown = {field.name: field.render_kw.get("placeholder") for field in form if field.render_kw}
    assert shown | {"id": ""} == {
        "id": "", "name": "Fuel Cell", "subtype": None, "rules": None, "text": None,
        "ar": "1", "dt": "1", "we": "1", "pc": "0", "po": "2",
    }  # fmt: skip
    assert form["name"].description == "" and "autofocus" not in form["name"].render_kw and form["we"].data == "9"


def test_what_a_choice_is_without_an_answer_is_said_and_a_value_that_is_none_stays_to_be_seen():
    rule = page_of("techniconica", "special-rule", {"dice": "odd"}).form["dice"]
    assert [one.label for one in rule.choices] == ["– (one)", "one", "higher", "lower", "odd"] and rule.data == "odd"
    fits = page_of("techniconica", "support", {"fits": "weapon; frob"}).form["fits"]
    assert [one.value for one in fits.choices] == ["locomotor", "cockpit", "weapon", "power-plant", "frob"]
    assert fits.data == ["weapon", "frob"]


@pytest.mark.parametrize(
    ("shape", "about", "said"),
    [
        ("list", "", "Separate several with semicolons or commas."),
        ("pairs", "", "As name=number; separate several with semicolons."),
        ("list", "As printed.", "As printed."),
        ("pairs", "As printed.", "As printed."),
        ("text", "", ""),
    ],
)
def test_how_several_are_parted_is_said_where_the_model_says_nothing(shape, about, said):
    assert _field(Column("adds", "Adds", shape, about), "", False, "").kwargs["description"] == said


def test_a_column_that_no_card_has_is_told_and_a_picture_is_no_column():
    form = page_of("techniconica", "weapon", {"name": "Gun", "frob": "1", "picture": "x"}).form
    assert form.general == ["Column 'frob': a weapon has no such field; it is left out when you save."]


def posted(**fields):
    return FormData({name.replace("__", "."): [text] for name, text in fields.items()})


def test_more_entries_of_one_list_open_one_more_of_it_and_leave_what_was_open():
    fields = posted(name="Blue", weapons__1__name="Gun", weapons__2__name="", more_entries="weapons")
    fields = FormData({**fields, "more-entries": ["weapons"]})
    page = read_posted_page("profile", game("mechastellar").catalogue, fields, None)
    assert [number for number, _ in page.entries("weapons")] == [1, 2, 3]
    assert [number for number, _ in page.entries("traits")] == [1]
    fields = FormData({**fields, "more-entries": [""]})
    assert len(read_posted_page("profile", game("mechastellar").catalogue, fields, None).entries("weapons")) == 2


def test_cells_are_what_was_typed_without_blanks_and_with_lines_as_they_are_stored():
    fields = FormData({"name": [" Gun "], "we": ["  "], "text": ["One.\r\nTwo."], "rules": ["Reliable", "", "Barrage"]})
    page = read_posted_page("weapon", game("techniconica").catalogue, fields, None)
    assert read_cells(fields, page) == {"name": "Gun", "text": "One.\nTwo.", "rules": "Reliable; Barrage"}


def test_what_is_wrong_stands_with_its_field_and_what_has_none_above_the_form():
    page = page_of("techniconica", "weapon", {"name": "Gun", "we": "x"})
    with pytest.raises(InvalidInput):
        read_card(page, {"name": "Gun", "we": "x"}, game("techniconica").catalogue)
    assert [name for name in ("name", "we") if page.form[name].errors] == ["we"]
    page.complain([InputError("frob", "1", "nothing")])
    assert page.form.general == ["frob: found 1, expected nothing."]


def test_a_card_in_a_line_has_short_labels_and_neither_its_name_nor_its_words():
    record = {"id": "saw", "name": "Saw", "we": 2, "pe": 3, "rules": ["Reliable"], "text": "Hums.", "picture": "x"}
    line = _cells_in_a_line(game("techniconica"), RowEntry("weapon", record, ""))
    assert line == "WE 2, PE 3, Special Rules Reliable"
