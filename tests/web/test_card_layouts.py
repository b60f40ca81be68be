"""Layouts on the page for custom cards: chosen, written, uploaded; the faces follow, and the PDF is what they show."""

import html
import io
import json
import re
from base64 import b64decode
from zipfile import ZipFile

import pikepdf

from companion.base.findings import InputError
from companion.limits.budget import OverBudget
from companion.printing.custom.layouts import starters
from companion.web.custom import prepared_cards, previews

CARDS = "title,type,text\nRail Gun,Weapon,Roll {d6}.\nDrone,Scout,Look.\n"
LAYOUT = '[[zone]]\nname = "title"\nat = [5, 5]\nsize = [40, 8]\ntext = "{title}"\n'
LONG = "word " * 590


def faces(post, **fields):
    answer = post("/custom-cards/faces", {"text": CARDS, **fields})
    assert answer.status_code == 200
    return json.loads(answer.get_data(as_text=True))


def faces_shown(page):
    """Return how many faces of cards a page shows, the small pictures of layouts apart."""
    return len(re.findall(r'<li[^>]*><img src="data:image/svg\+xml;base64,', page))


def written(text):
    return html.unescape(re.search(r'<textarea id="layout".*?>(.*?)</textarea>', text, re.DOTALL)[1])


def test_a_starter_is_chosen_and_its_text_comes_to_be_changed(client, post):
    page = client.get("/custom-cards?of=rows").get_data(as_text=True)
    assert 'name="look" value="classic">' in page and written(page) == ""
    answer = post("/custom-cards", {"text": CARDS, "look": "classic", "do": "show"}).get_data(as_text=True)
    assert written(answer).strip() == starters.text("classic").strip()
    assert faces_shown(answer) == 3, "two faces and their back"
    assert "63 × 88 mm" in answer and "<strong>2 cards</strong>" in answer


def test_a_written_layout_is_kept_beside_a_starter(post):
    told = faces(post, look="tile", layout=LAYOUT)
    assert told["layout"] == LAYOUT, "what a player wrote is not lost"
    assert "63 × 63 mm" in told["html"]


def test_the_pdf_and_the_pictures_follow_the_layout(post):
    sent = {"text": CARDS, "look": "record", "do": "file"}
    with pikepdf.open(io.BytesIO(post("/custom-cards", sent).get_data())) as pdf:
        assert len(pdf.pages) == 2
    bundle = ZipFile(io.BytesIO(post("/custom-cards", {**sent, "to": "svg"}).get_data()))
    drawn = bundle.read("cards/01-rail-gun.svg").decode()
    assert 'width="70mm" height="120mm"' in drawn and "#8b1e1e" in drawn


def test_what_costs_too_much_is_a_sentence(post, monkeypatch):
    def costly(*_):
        raise OverBudget(InputError("", "more than 20 seconds of computing", "less at once"))

    monkeypatch.setattr(previews, "read_stack_cached", costly)
    told = "This takes more than 20 seconds of computing: ask for less at once."
    assert told in faces(post)["html"]
    monkeypatch.setattr(prepared_cards, "_fit_cards", costly)
    answer = post("/custom-cards", {"text": CARDS, "do": "show"})
    assert answer.status_code == 422 and told in answer.get_data(as_text=True)


def test_an_uploaded_layout_counts(post):
    file = io.BytesIO(LAYOUT.encode()), "mine.layout.toml"
    answer = post("/custom-cards", {"text": CARDS, "look": "classic", "layout_file": file, "do": "show"})
    text = answer.get_data(as_text=True)
    assert written(text).strip() == LAYOUT.strip() and 'name="look" value="own" checked>' in text
    assert 'name="layout_called" value="mine.layout.toml"' in text


def test_what_does_not_fit_is_marked_and_every_card_is_shown(post):
    text = f"title,text\nFull,{LONG}\nDrone,Look.\n"
    told = faces(post, text=text, look="classic")["html"]
    assert told.count('class="unfit"') == 1 and told.count("data:image/svg+xml") == 3
    assert "<strong>1 does not fit</strong>" in told and "Full: text is too long for its box at 7 pt" in told
    answer = post("/custom-cards", {"text": text, "look": "classic", "do": "show"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422 and "Go on without them" in page and faces_shown(page) == 3
    rest = post("/custom-cards", {"text": text, "look": "classic", "do": "show", "skip_bad": "yes"})
    assert rest.status_code == 200 and "Left out: Full" in rest.get_data(as_text=True)


def test_plain_cards_are_marked_too(post):
    told = faces(post, text=f"title,text,picture\nFull,{LONG},\nDrone,,gone.png\n")["html"]
    assert told.count('class="unfit"') == 2 and "gone.png is not among the pictures" in told


def test_a_card_that_cannot_be_drawn_stops_no_other(post):
    heads = ",".join(f"s{n}" for n in range(13))
    told = faces(post, text=f"title,{heads}\nMany,{','.join('1' * 13)}\nDrone{',' * 13}\n")["html"]
    assert told.count("data:image/svg+xml") == 2 and told.count('class="unfit"') == 1
    assert "Many: stats: found 13 entries, expected at most 12 entries on a plain card" in told


def test_a_broken_layout_is_told_and_nothing_else_is_lost(post):
    told = faces(post, look="own", layout=LAYOUT.replace("size", "sise"))
    assert not told["readable"] and "“Layout in TOML”: zone title: sise: found an unknown key" in html.unescape(
        told["html"]
    )
    answer = post("/custom-cards", {"text": CARDS, "look": "own", "layout": "[[zone", "do": "show"})
    assert answer.status_code == 422 and written(answer.get_data(as_text=True)) == "[[zone"
    assert post("/custom-cards", {"text": CARDS, "look": "nix", "do": "show"}).status_code == 422


def test_notes_of_a_layout_are_told(post):
    told = faces(post, look="own", layout=LAYOUT + 'colour = "#cccccc"\n')["html"]
    assert "zone title: #cccccc on #ffffff has a contrast of 1.6:1" in html.unescape(told)


def test_names_in_cards_and_layouts_are_no_markup(post):
    evil = "<script>alert(1)</script>"
    layout = LAYOUT.replace('"{title}"', f'"{evil}{{title}}"').replace('name = "title"', f'name = "{evil}"')
    told = faces(post, text=f"title\n{evil}\n", look="own", layout=layout + 'colour = "#eeeeee"\n')["html"]
    assert "<script" not in told


def test_a_layout_inside_a_file_of_cards_is_used(post):
    told = faces(post, text='[layout]\nextends = "tile"\n[[card]]\ntitle = "Drone"\n')["html"]
    assert "63 × 63 mm" in told


def test_thousands_of_cards_are_shown_by_their_first(post):
    told = faces(post, text="title\n" + "".join(f"Card {n}\n" for n in range(3000)), look="classic")["html"]
    assert told.count("data:image/svg+xml") == 13 and "The first 120 were checked" in told


def looks(page):
    """Return the picture of each layout by its name, and the chosen one."""
    found = re.findall(r'<input type="radio" name="look" value="(\w+)"( checked)?>(?:<img src="([^"]+)")?', page)
    return {name: picture for name, _, picture in found}, [name for name, chosen, _ in found if chosen]


def test_layouts_are_chosen_by_a_picture_of_the_first_card_without_scripts_too(client, post):
    page = client.get("/custom-cards?of=rows").get_data(as_text=True)
    pictures, chosen = looks(page)
    assert list(pictures) == ["plain", *starters.STARTERS, "own"] and chosen == ["plain"]
    assert [name for name, picture in pictures.items() if not picture] == ["own"]
    assert len(set(pictures.values())) == len(pictures)
    answer = post("/custom-cards", {"text": CARDS, "look": "dossier", "do": "show"}).get_data(as_text=True)
    mine, chosen = looks(answer)
    assert chosen == ["dossier"] and all(mine[name] != pictures[name] for name in mine if name != "own")
    drawn = b64decode(mine["dossier"].partition(",")[2]).decode()
    assert 'width="63mm" height="88mm"' in drawn
    told = faces(post, look="dossier", format="mini")
    assert set(told["looks"]) == set(pictures) - {"own"}
    small = {name: b64decode(at.partition(",")[2]).decode() for name, at in told["looks"].items()}
    sizes = {name: re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', text).groups() for name, text in small.items()}
    mini = ("44", "68")
    assert sizes == {
        "plain": mini, "classic": mini, "unit": mini, "dossier": mini, "tile": ("63", "63"), "record": ("70", "120")
    }  # fmt: skip


def test_of_rows_that_cannot_be_read_the_example_is_shown(post):
    answer = post("/custom-cards", {"text": "title,text\n,\n", "do": "show"})
    assert answer.status_code == 422 and all(
        looks(answer.get_data(as_text=True))[0][name] for name in starters.STARTERS
    )


def test_a_picture_that_is_not_there_leaves_the_pictures_of_layouts(post):
    answer = post("/custom-cards", {"text": "title,picture\nA,gone.png\n", "do": "show"})
    assert answer.status_code == 422 and looks(answer.get_data(as_text=True))[0]["unit"]
