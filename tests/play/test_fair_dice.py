"""Dice that can be checked: the same seed gives the same faces, and each face is as likely."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from companion.play.fair_dice import WORD, FairDice, _below, commitment

SEED = bytes(32)


def test_a_face_follows_from_the_published_recipe():
    """The recipe once more, by hand: the first four bytes of the HMAC, as a number, modulo six."""
    drawn = hmac.new(SEED, b"mech-companion dice 1\naa,bb\n7\n0", hashlib.sha256).digest()
    words = [int(drawn[at : at + 4].hex(), 16) for at in (0, 4, 8)]
    assert all(word < 4294967292 for word in words)  # the last multiple of six below 2 ** 32
    assert FairDice(SEED, ("aa", "bb")).throw(7, range(1, 7), 3) == tuple(word % 6 + 1 for word in words)


def test_the_commitment_is_the_seeds_hash():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("changed", [FairDice(bytes(31) + b"1"), FairDice(SEED, ("a",)), FairDice(SEED, ("", ""))])
def test_seed_and_numbers_change_every_throw(changed):
    assert FairDice(SEED).throw(1, range(100), 20) != changed.throw(1, range(100), 20)


def test_each_event_throws_anew_and_the_same_event_the_same():
    dice = FairDice(SEED)
    assert dice.throw(1, range(6), 20) == dice.throw(1, range(6), 20) != dice.throw(2, range(6), 20)


@pytest.mark.parametrize(
    ("words", "limit", "drawn"),
    [([0], 6, 0), ([2**32 - 1, 5], 6, 5), ([2**32 - 4, 2**32 - 5], 6, 5), ([2**32 - 1], 2, 1)],
)
def test_words_past_the_last_whole_multiple_are_passed_over(words, limit, drawn):
    assert 2**32 % 6 == 4 and WORD == 4
    assert _below(limit, iter(words)) == drawn


def test_faces_and_shuffles_are_alike_in_number():
    """Within five standard deviations of what each face and each order is expected to come up."""
    dice, count = FairDice(SEED, ("ab",)), 6000
    faces = Counter(dice.throw(1, range(1, 7), count))
    orders = Counter(dice.shuffle(number, "abc") for number in range(count))
    for counted, kinds in ((faces, set(range(1, 7))), (orders, set(permutations("abc")))):
        assert set(counted) == kinds
        assert all(abs(times - 1000) < 5 * (1000 * 5 / 6) ** 0.5 for times in counted.values())


def test_many_dice_take_more_than_one_block():
    assert len(set(FairDice(SEED).throw(1, range(1000), 100))) > 80
