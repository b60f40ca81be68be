"""Searches fold text: case, accents, ß, curly signs of phones, full-width letters; scripts of pages as the server."""

import pytest

from companion.base.wording import fold_for_search


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Zürich Straße", "zurich strasse"),
        ("STRASSE", "strasse"),
        ("dérvish", "dervish"),
        ("de\u0301rvish", "dervish"),
        ("Kara Cimarrone’s", "kara cimarrone's"),
        ("ＤＥＲＶＩＳＨ　１２", "dervish 12"),
        ("Łódź Ærø", "lodz aero"),
        ("Œuvre – “Nº 5”", 'oeuvre - "no 5"'),
        ("ΟΔΟΣ", "οδοσ"),
        ("עברית", "עברית"),
    ],
)
def test_letters_that_are_typed_in_place_of_others_are_alike(text, folded):
    assert fold_for_search(text) == folded


def test_a_folded_text_stays_as_it_is():
    letters = "".join(map(chr, [*range(32, 0xD800), *range(0xF900, 0xFFF0)]))
    assert fold_for_search(fold_for_search(letters)) == fold_for_search(letters)
