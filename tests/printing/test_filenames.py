"""File names that titles become: what release 0.1.0 called a file, it is still called."""

import pytest

from companion.printing.export.filenames import LONGEST, MOST_BYTES, ascii_slug, slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Rail Gun", "rail-gun"),
        ("Große Kanone", "grosse-kanone"),
        ("Мех 2", "мех-2"),
        ("Όπλα", "όπλα"),
        ("हिन्दी", "हिन्दी"),
        ("Łódź", "łodz"),
        ("e\u0301clair", "eclair"),
        ("ﬁne", "fine"),
        ("İstanbul", "istanbul"),
        ('a/b\\c:d*e?"<>|', "a-b-c-d-e"),
        ("tab\tnew\nline", "tab-new-line"),
        ("😀 smile", "smile"),
        ("  --x--  ", "x"),
        ("...", ""),
        ("", ""),
        ("Aux Power", "aux-power"),
        ("com10", "com10"),
        ("CON-1", "con-1"),
    ],
)
def test_a_title_as_a_file_carries_it(title, name):
    assert slug(title) == name


@pytest.mark.parametrize("title", ["con", "CON", "prn", "aux", "nul", "com1", "com¹", "lpt9"])
def test_names_that_windows_keeps_for_devices_get_a_number(title):
    assert slug(title) == f"{title.lower().replace('¹', '1')}-1"


@pytest.mark.parametrize(("letter", "count"), [("é", 60), ("ж", 60), ("龍", 40)])
def test_a_name_ends_at_60_letters_or_120_bytes(letter, count):
    stands_for = {"é": "e"}.get(letter, letter)
    assert slug(letter * count) == slug(letter * (count + 1)) == stands_for * count
    assert (LONGEST, MOST_BYTES) == (60, 120)


def test_for_programs_that_may_know_no_other_letters():
    assert [ascii_slug(title) for title in ("Große Kanone", "Мех 2", "Όπλα", "x\u200dy")] == [
        "grosse-kanone",
        "2",
        "",
        "xy",
    ]
