"""`companion calibrate --photo`: reads a photograph, saves it under a name, and lets typed numbers count first."""

import pytest
from PIL import Image

from companion.printing import photo
from companion.storage import printers as kept
from tests.commands import answered, refused, run
from tests.printing.photographs import PrintError, Shot, photograph


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    file = tmp_path_factory.mktemp("photo") / "window.jpg"
    shot = Shot((960, 1280), (8, -6), 3, 0.8, dots=5)
    file.write_bytes(photograph(PrintError(back_right=1.24, back_down=-2.35), shot, flip="short", seed=3))
    return file


@pytest.mark.long
def test_a_photograph_is_read_and_saved_under_a_name(taken, tmp_path):
    picture = tmp_path / "read.jpg"
    read = answered("calibrate", "--photo", taken, "-o", picture)
    assert read["printer"] is None and kept.load_printers() == {}
    seen = read["photo"]
    assert (seen["paper"], seen["flip"]) == ("a4", "short")
    assert (seen["right"], seen["down"]) == pytest.approx((1.24, -2.35), abs=0.04)
    assert seen["across"] == pytest.approx(150, abs=0.1) and 0 < seen["error"] < 0.05
    with Image.open(picture) as shown:
        assert shown.format == "JPEG"
    saved = answered("calibrate", "Kitchen", "--photo", taken, "--across", "150.2", "--back-down", "4")
    assert saved["printer"] == "Kitchen"
    readings = kept.load_printers()["Kitchen"].readings
    assert (readings.across, readings.back_down, readings.flip) == (150.2, 4, "short"), "what is typed counts"
    assert readings.back_right == pytest.approx(12.4, abs=0.4)
    told = run("calibrate", "--photo", taken)
    assert "The back is 1.2" in told.stdout and "higher than its front; its marks agree to 0.0" in told.stdout
    assert "companion calibrate NAME --photo" in told.stdout and "Note: C and D suppose" in told.stderr


@pytest.mark.long
def test_what_cannot_be_read_is_told(taken, tmp_path, monkeypatch):
    assert "nowhere.jpg: found no such file or directory, expected a photograph" in refused(
        "calibrate", "--photo", "nowhere.jpg"
    )
    broken = tmp_path / "cat.jpg"
    broken.write_text("meow")
    assert "found something that is not a picture" in refused("calibrate", "X", "--photo", broken)
    assert "found squares that lie as on A4, expected those of 220 × 300 mm" in refused(
        "calibrate", "--photo", taken, "--paper", "220x300"
    )
    assert "a file that can be written" in refused("calibrate", "--photo", taken, "-o", tmp_path / "no" / "x.jpg")
    monkeypatch.setattr(photo, "find_spec", lambda name: None)
    assert "type the numbers, or install mech-companion[photo]" in refused("calibrate", "--photo", taken)
    assert kept.load_printers() == {}
