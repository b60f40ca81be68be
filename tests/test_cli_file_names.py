"""Files beside a list of cards, named in another spelling than they have."""

import pikepdf
import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.pictures import encoded

COMPOSED, DECOMPOSED = "Caf\N{LATIN SMALL LETTER E WITH ACUTE}", "Cafe\N{COMBINING ACUTE ACCENT}"
SPELLED = [
    (f"{DECOMPOSED}.png", f"{COMPOSED}.png"),
    (f"{COMPOSED}.png", f"{DECOMPOSED}.png"),
    ("Owl.PNG", "owl.png"),
    ("art/owl.png", "art\\owl.png"),
    ("Art/Owl.png", "art\\OWL.png"),
]


def printed(tmp_path, cards, name):
    (tmp_path / cards).write_text(name, "utf-8")
    return CliRunner().invoke(main, ["print", str(tmp_path / cards), "-o", str(tmp_path / "made.pdf")])


@pytest.mark.parametrize(("file", "named"), SPELLED)
def test_a_card_finds_its_picture_in_another_spelling(tmp_path, file, named):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_bytes(encoded((630, 880), "red"))
    ran = printed(tmp_path, "deck.csv", f"title,picture\nA,{named}\n")
    assert ran.exit_code == 0, ran.output
    with pikepdf.open(tmp_path / "made.pdf") as pdf:
        assert any(one.get("/Subtype") == "/Image" for one in pdf.objects if isinstance(one, pikepdf.Stream))


def test_of_two_files_that_fit_none_is_taken(tmp_path):
    for name in ("Owl.png", "OWL.png"):
        (tmp_path / name).write_bytes(encoded((630, 880), "red"))
    ran = printed(tmp_path, "deck.csv", "title,picture\nA,owl.png\n")
    assert ran.exit_code == 2 and "owl.png" in ran.output
