"""Pictures beside a pack's file on the command line: on the faces that are printed, and told where they are not there."""

import pytest

from tests.commands import answered, refused, run
from tests.pictures import encoded

PACK = """game = "wreck-a-mech"
kind = "pack"

[[part]]
name = "Tin Arm"
position = "left_arm"
corporation = "zhao"
rank = 1
attack = 1
defense = 1
structure = 1
picture = "{}"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "arm.jpg").write_bytes(encoded((40, 30), "red", "JPEG"))
    return tmp_path


def pack_of(folder, picture):
    file = folder / "pack.toml"
    file.write_text(PACK.format(picture), "utf-8")
    return file


def test_a_picture_beside_the_pack_is_printed_on_its_card(folder):
    target = folder / "out.pdf"
    words = ("wreck-a-mech", "--what", "cards", "--only", "Tin Arm", "--pack", pack_of(folder, "pictures/arm.jpg"))
    assert run("print", *words, "-o", target).exit_code == 0
    assert b"/DCTDecode" in target.read_bytes()


def test_a_check_has_nothing_to_say_of_a_picture_that_is_there_and_names_one_that_only_has_a_hash(folder):
    assert answered("check", pack_of(folder, "pictures/arm.jpg"))["findings"] == []
    (note,) = answered("check", pack_of(folder, "0" * 64))["findings"]
    assert note["level"] == "warning" and "is not here: put it next to the pack" in note["message"]


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("leg.jpg", "no such file or directory), expected a picture beside the pack"),
        ("a\\u0000b", "embedded null byte), expected a picture beside the pack"),
        ("../arm.jpg", "expected the name of a file beside the pack"),
        ("/etc/passwd", "expected the name of a file beside the pack"),
        ("pack.toml", "pack.toml: found something that is not a picture"),
    ],
)
def test_one_that_cannot_be_read_is_refused_with_a_sentence(folder, picture, told):
    said = refused("check", pack_of(folder, picture))
    assert told in " ".join(said.split())
