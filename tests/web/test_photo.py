"""A photograph of the test page on the printers' page: sent, shown as it was read, corrected, saved."""

import io
import re

import pytest
from playwright.sync_api import expect

from companion.printing import photo
from companion.printing.faces import pictures
from companion.web.printing import photo as photo_page
from tests.printing.photographs import PrintError, Shot, photograph


@pytest.fixture(scope="module")
def taken():
    return photograph(PrintError(back_right=1.24, back_down=-2.35), Shot((960, 1280), (8, -6), 3, 0.8, dots=5), seed=3)


def sent(post, data, name="window.jpg"):
    return post("/printers/photo", {"photo": (io.BytesIO(data), name)}, content_type="multipart/form-data")


def text(answer):
    return answer.get_data(as_text=True)


def value(page, field):
    return re.search(rf'<input id="{field}"[^>]* value="([^"]*)"', page)[1]


@pytest.mark.long
def test_what_a_photograph_shows_fills_the_form_and_is_saved_as_always(post, client, taken):
    answer = sent(post, taken)
    page = text(answer)
    assert answer.status_code == 200
    assert "Read off your photograph: the back is 1.2" in page and "2.3" in page
    assert 'src="data:image/jpeg;base64,' in page
    typed = {name: value(page, name) for name in ("back_right_mm", "back_right", "back_down_mm", "back_down", "across")}
    # 12.4 steps are past the first millimetre, and -23.5 are the mark 5.5 of the turn before.
    assert (typed["back_right_mm"], typed["back_down_mm"]) == ("1", "-2")
    assert float(typed["back_right"]) == pytest.approx(12.4, abs=0.4)
    assert float(typed["back_down"]) == pytest.approx(5.5, abs=0.4)
    assert float(typed["across"]) == pytest.approx(150, abs=0.1)
    assert "None yet" in text(client.get("/printers")), "nothing is saved by looking"
    assert post("/printers", {"name": "Kitchen", **typed, "across": "150.2"}).status_code == 303
    page = text(client.get("/printers"))
    assert "Kitchen" in page and "C 150.2" in page


def test_a_photograph_of_a_page_that_was_scaled_is_told_and_saved_only_when_insisted_on(post, client):
    page = text(sent(post, photograph(PrintError(0.97, 0.97), Shot((960, 1280), fill=0.8, dots=5))))
    assert "C and D are 97.0 % of their true length: this looks like “fit to page”. Print the test page again" in page
    assert "Save these numbers anyway" in page and 'name="insist" value="yes">' in page, "not ticked"
    typed = {name: value(page, name) for name in ("left", "top", "across", "along")}
    answer = post("/printers", {"name": "Kitchen", **typed})
    assert answer.status_code == 422 and "expected 100 %: this looks like “fit to page”" in text(answer)
    assert 'name="insist" value="yes">' in text(answer)
    assert post("/printers", {"name": "Kitchen", **typed, "insist": "yes"}).status_code == 303
    assert 'name="insist" value="yes" checked>' in text(client.get("/printers?habits=Kitchen")), (
        "nothing is asked twice"
    )
    assert "--insist" in text(client.get("/printers"))


def test_a_photograph_that_cannot_be_read_is_a_sentence_and_the_form_is_there(post):
    answer = sent(post, b"GIF89a, they said", "cat.gif")
    assert answer.status_code == 422
    assert "“Photograph of the test page”: found something that is not a picture, expected a picture in PNG" in text(
        answer
    )
    assert "By eye and with a ruler works too" in text(answer) and 'name="across"' in text(answer)
    answer = post("/printers/photo")
    assert answer.status_code == 422
    assert (
        "“Photograph of the test page”: found no file, expected a picture in JPEG, PNG or WebP: choose or take one."
        in text(answer)
    )


def test_a_photograph_that_is_too_large_is_a_sentence_too(post, monkeypatch):
    assert photo_page.LARGEST_POST > pictures.MOST_BYTES
    monkeypatch.setattr(photo_page, "LARGEST_POST", 2000)
    answer = sent(post, bytes(2000))
    assert answer.status_code == 413
    assert "expected a photograph of at most 12 MB" in text(answer)


def test_without_opencv_the_page_says_so_and_numbers_are_typed(post, client, monkeypatch):
    monkeypatch.setattr(photo, "find_spec", lambda name: None)
    page = text(client.get("/printers"))
    assert "may install mech-companion[photo]" in page and 'type="file"' not in page
    answer = sent(post, b"x")
    assert answer.status_code == 422 and "type the numbers, or install mech-companion[photo]" in text(answer)
    assert post("/printers", {"name": "Typed", "across": "150.2"}).status_code == 303


@pytest.mark.browser
@pytest.mark.long
def test_it_works_without_scripts_on_a_phone(live_url, page_without_scripts, taken, tmp_path):
    page, file = page_without_scripts, tmp_path / "window.jpg"
    file.write_bytes(taken)
    page.goto(f"{live_url}/printers")
    page.set_input_files("#photo", file)
    page.click("text=Read the photograph")
    assert page.locator("#photo-read img").bounding_box()["width"] > 250
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.fill("#name", "Phone")
    page.click("text=Save printer")
    expect(page.locator(".printer-list")).to_contain_text("Phone")
