"""`docs/verifiable_dice.md`: its example is worked out once more from the page alone, and is what a table throws."""

import hashlib
import hmac
import re
from pathlib import Path

import pytest

from companion.play.fair_dice import VERSION, FairDice, commitment
from companion.play.log import seal, seal_salt

PAGE = (Path(__file__).parents[2] / "docs" / "verifiable_dice.md").read_text("utf-8")
EXAMPLE = PAGE[PAGE.index("## An example") :]
HEX = re.findall(r"\b[0-9a-f]{64}\b", EXAMPLE)
SEED, COMMITMENT, HEXKEY, DRAWN, SALT, SEALED = HEX
ROWS = re.findall(r"^\| `([0-9a-f]{8})` \| (\d+) \| (\d) \| (\d) \|$", EXAMPLE, re.MULTILINE)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def hmac_sha256(key, message):
    """HMAC as RFC 2104 writes it, of SHA-256, whose blocks have 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


def test_hmac_is_the_one_of_the_standard():
    """RFC 4231, test case 2."""
    drawn = hmac_sha256(b"Jefe", b"what do ya want for nothing?")
    assert drawn == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert drawn == hmac.new(b"Jefe", b"what do ya want for nothing?", "sha256").hexdigest()


def test_the_example_is_right():
    seed = bytes.fromhex(SEED)
    assert sha256(seed) == COMMITMENT and HEXKEY == SEED
    lines = re.search(r"four lines:\n\n```text\n(.*?)\n```", EXAMPLE, re.DOTALL)[1]
    assert lines == "mech-companion dice 1\naa,bb\n4\n0"
    assert f"printf '{lines}'".replace("\n", "\\n") in EXAMPLE
    assert hmac_sha256(seed, lines.encode()) == DRAWN
    assert len(ROWS) == 3
    for place, (word, number, rest, face) in enumerate(ROWS):
        assert DRAWN[8 * place : 8 * place + 8] == word
        assert int(word, 16) == int(number) < 4_294_967_292 == 2**32 // 6 * 6
        assert int(number) % 6 == int(rest) == int(face) - 1
    assert f"The throw is {', '.join(face for *_, face in ROWS)}." in EXAMPLE


def test_the_sealed_choice_of_the_example_is_right():
    salt = hmac_sha256(bytes.fromhex(SEED), b"mech-companion seal 1\n3")
    assert salt == SALT
    assert sha256(bytes.fromhex(salt) + b'{"spec":"PMISAA"}') == SEALED


def test_a_table_throws_what_the_page_says():
    seed = bytes.fromhex(SEED)
    faces = tuple(int(face) for *_, face in ROWS)
    assert FairDice(seed, ("aa", "bb")).throw(4, (1, 2, 3, 4, 5, 6), 3) == faces
    assert commitment(seed) == COMMITMENT
    assert seal({"spec": "PMISAA"}, seal_salt(seed, 3)) == SEALED
    assert f"The recipe, version {VERSION}\n" in PAGE


@pytest.mark.parametrize("count", [8, 9, 17])
def test_past_eight_dice_the_next_block_is_used(count):
    seed = bytes.fromhex(SEED)
    drawn = "".join(hmac_sha256(seed, b"mech-companion dice 1\naa,bb\n4\n%d" % block) for block in range(3))
    words = [int(drawn[at : at + 8], 16) for at in range(0, 8 * count, 8)]
    assert all(word < 4_294_967_292 for word in words)
    assert FairDice(seed, ("aa", "bb")).throw(4, range(6), count) == tuple(word % 6 for word in words)


def test_a_shuffle_follows_the_page():
    seed = bytes.fromhex(SEED)
    drawn = hmac_sha256(seed, b"mech-companion dice 1\naa,bb\n4\n0")
    cards = list("abcd")
    for place, at in ((3, 0), (2, 8), (1, 16)):
        other = int(drawn[at : at + 8], 16) % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    assert FairDice(seed, ("aa", "bb")).shuffle(4, "abcd") == tuple(cards)
