"""A table that was handed on is checked without the game."""

from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.limits.budget import Budget, Limits, OverBudget
from companion.play import acts as play
from companion.play.fair_dice import commitment
from companion.play.new_events import append
from companion.play.verify import Exported, verify
from companion.verbs.tables import export
from tests.consent import finished
from tests.play.small_game import BROUGHT, SEED, at_table


@pytest.fixture
def played():
    """A game to its end: two sealed numbers, a die that the table threw, one that was typed."""
    table = play.seal_choice(at_table(commitment=commitment(SEED)), BROUGHT, 0, {"number": 2})
    table = play.move(play.seal_choice(table, BROUGHT, 1, {"number": 5}), BROUGHT, 0, "throw", {})
    table = play.choose_dice(play.choose_dice(table, BROUGHT, 1, "thrown"), BROUGHT, 0, "typed")
    table = play.answer(play.answer(table, BROUGHT, 1, [2]), BROUGHT, 0, [6])
    return play.answer(table, BROUGHT, 1, [1])


def checked(document):
    return verify(read_as(Exported, document))


def test_everything_is_checked_once_the_seed_is_open(played):
    report = checked(export(finished(played, BROUGHT), None))
    assert report.events == {3: "checked", 4: "checked", 7: "checked", 11: "typed"}
    assert report.seed_open and not report.wrong


def test_before_the_end_dice_are_sealed(played):
    report = checked(export(played, 0))
    assert report.events == {3: "sealed", 4: "sealed", 7: "sealed", 11: "typed"}
    assert not report.seed_open


def test_the_end_opens_what_is_sealed_still():
    table = play.seal_choice(at_table(commitment=commitment(SEED)), BROUGHT, 0, {"number": 2})
    undone = play.seal_choice(play.undo(table, BROUGHT, 0), BROUGHT, 0, {"number": 3})
    over = play.concede(undone, BROUGHT, 1)
    assert [one["secret"] for one in over.events[-1].values["opened"]] == [{"number": 2}, {"number": 3}]
    assert checked(export(over, None)).events == {3: "checked", 5: "checked"}
    document = export(over, None)
    document["event"][-1]["values"]["opened"][1]["secret"]["number"] = 4
    assert checked(document).wrong == (5,)


def test_a_face_and_a_choice_that_were_changed_are_found(played):
    document = export(finished(played, BROUGHT), None)
    document["event"][6]["values"]["faces"][0] = document["event"][6]["values"]["faces"][0] % 6 + 1
    document["event"][4]["values"]["opened"][1]["secret"]["number"] = 6
    assert checked(document).wrong == (4, 7)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda d: d["event"].pop(3), "event[3].number: found 5, expected 4: none is left out."),
        (lambda d: d["event"][-1]["values"].update(seed="00" * 32), "the one whose SHA-256 was shown"),
        (lambda d: d["event"][-1]["values"].update(seed="no hex"), "event 14"),
        (lambda d: d["event"][6]["values"].pop("faces"), "event 7"),
        (lambda d: d["event"][6]["values"].update(faces=[1] * 1001), "event 7"),
        (lambda d: d["event"][2]["values"].pop("sealed"), "event 3"),
        (lambda d: d["event"][4]["values"].update(opened="all"), "event 5"),
        (lambda d: d["event"][0]["values"].pop("number"), "event 1"),
        (lambda d: d.pop("setup"), "setup"),
        (lambda d: d["setup"].update(commitment="short"), "commitment"),
    ],
)
def test_a_log_that_is_not_whole_is_refused(played, damage, said):
    document = export(finished(played, BROUGHT), None)
    damage(document)
    with pytest.raises(InvalidInput) as caught:
        checked(document)
    assert said in str(caught.value)


def test_dice_of_a_second_seed_are_checked_by_it(played):
    """The dice of event 19 follow from another seed, which was promised before they fell."""
    second = replace(BROUGHT, seed=bytes(32), earlier=(SEED,))
    promise = {"commitment": commitment(second.seed), "text": "The seed was lost."}
    table = append(play.agree(play.undo(played, BROUGHT, 0), BROUGHT, 1), second, "seed", None, promise)
    table = play.answer(play.choose_dice(table, second, 0, "thrown"), second, 1, [2])
    report = checked(export(play.concede(table, second, 0), None))
    assert [number for number, found in report.events.items() if found == "checked"] == [3, 4, 7, 19]
    assert not report.wrong
    document = export(play.concede(table, second, 0), None)
    document["event"][18]["values"]["faces"][0] = document["event"][18]["values"]["faces"][0] % 6 + 1
    assert checked(document).wrong == (19,)
    document["event"][-1]["values"].update(seed=SEED.hex(), earlier_seeds=["00" * 32])
    with pytest.raises(InvalidInput, match="another seed"):
        checked(document)


def test_a_check_of_endless_shuffles_ends_with_its_budget(played):
    document = export(finished(played, BROUGHT), None)
    end = document["event"].pop()
    shuffles = range(len(document["event"]) + 1, 4000)
    document["event"] += [{"number": one, "kind": "shuffle", "values": {"count": 10_000}} for one in shuffles]
    document["event"].append({**end, "number": 4000})
    with Budget(Limits(seconds=0.2)).running(), pytest.raises(OverBudget):
        checked(document)


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({}, "checked"),
        ({"faces": []}, "checked"),
        ({"faces": [], "die": []}, "checked"),
        ({"die": []}, "wrong"),
        ({"die": [6, 5, 4, 3, 2, 1]}, "wrong"),
        ({"how": "typed", "faces": [9]}, "typed"),
        ({"how": "chosen", "faces": [9]}, None),
    ],
)
def test_faces_are_checked_by_their_die_and_how_they_came(played, values, found):
    document = export(finished(played, BROUGHT), None)
    document["event"][6]["values"].update(values)
    report = checked(document)
    assert report.events.get(7) == found and report.wrong == ((7,) if found == "wrong" else ())


def test_a_choice_that_was_never_opened_stays_sealed_and_who_sits_nowhere_adds_no_number(played):
    document = export(finished(played, BROUGHT), None)
    del document["event"][4]["values"]["opened"][1]
    for place, seat in ((5, 2), (7, None)):  # the dice of a seat are chosen there
        document["event"][place].update(kind="sit", seat=seat, values={"number": "ff"})
    assert checked(document).events == {3: "checked", 4: "sealed", 7: "checked", 11: "typed"}
