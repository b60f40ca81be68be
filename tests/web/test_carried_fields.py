"""Nothing that was chosen on the page Make cards is lost by the next press of a button, whichever that is."""

import io

import lxml.html
import pytest
from PIL import Image

from tests.printing.other_tools.table_files import row, sheet_xml, xlsx
from tests.printing.other_tools.test_print_and_play_sheets import COLOURS, sheet
from tests.web.test_custom_pictures import photo, sent

MAC = "Titel;Anzahl;Text;Kosten\nKröte;2;Hüpft;1\nBär;1;Läuft;2\n".encode("mac_roman")
TWO_SHEETS = xlsx(
    {"First": sheet_xml(row(1, 0) + row(2, 2)), "Second": sheet_xml(row(1, 0, 1) + row(2, 3, 4))},
    ("title", "Wert", "Bear", "Fox", "7"),
)


class Visitor:
    """Somebody without scripts: each press sends the form as it stands, with what was typed, chosen and sent."""

    def __init__(self, post, kind, **given):
        self.post, self.kind = post, kind
        self.answer = post(f"/custom-cards?of={kind}", {"text": "", "do": "show", **given})

    @property
    def form(self):
        tree = lxml.html.document_fromstring(self.answer.get_data(as_text=True))
        (form,) = tree.xpath("//form[contains(@class, 'custom-cards')]")
        return form

    @property
    def fields(self):
        fields = {}
        for name, value in self.form.form_values():
            if name != "csrf_token":
                fields.setdefault(name, []).append((value or "").replace("\r\n", "\n"))
        return fields

    def press(self, name="do", value="show", **typed):
        (button, *_) = self.form.xpath(".//button[@name=$name][@value=$value]", name=name, value=value)
        address = button.get("formaction") or self.form.get("action")
        self.answer = self.post(address.partition("#")[0], {**self.fields, **typed, name: value})
        return self

    def chosen(self, *names):
        """Return the fields by these names, and all exact numbers that differ from those without an input."""
        fields = self.fields
        numbers = {
            name.split(".")[1]: value
            for name, values in fields.items()
            for value in values
            if name.startswith("number.") and name.split(".")[2] != value
        }
        return {name: [value for value in fields.get(name, []) if value] for name in names}, numbers


PRESSES = {
    "preview": lambda visitor: visitor.press(),
    "the other kind and back": lambda visitor: visitor.press("turn", "page").press("turn", "page"),
    "the other kind, its preview and back": lambda visitor: visitor.press("turn", "page").press().press("turn", "page"),
    "an option that cannot be read": lambda visitor: visitor.press(margin="abc").press(margin=""),
    "a file that cannot be read": lambda visitor: visitor.press(
        **{
            "deck" if visitor.kind == "pictures" else "file": sent(
                "Bad.png" if visitor.kind == "pictures" else "b.xlsx", b"PK\x03\x04" + bytes(90)
            )
        }
    ).press(),
    "a layout that cannot be read": lambda visitor: visitor.press(look="own", layout="= 3").press(look="unit"),
}


@pytest.mark.parametrize("presses", PRESSES.values(), ids=PRESSES)
def test_what_was_chosen_about_pictures_stays(post, presses):
    colours = {"Fox.jpg": (200, 30, 30), "Bear.jpg": (30, 200, 30), "Owl.jpg": (30, 30, 200), "Blue.jpg": (40, 60, 90)}
    visitor = Visitor(post, "pictures", deck=[sent(name, photo(colour)) for name, colour in colours.items()])
    visitor.press("pick", "all Blue.jpg").press("pick", "choose Fox.jpg").press("pick", "none Fox.jpg")
    numbers = [name for name in visitor.fields if name.startswith("number.")]
    options = {"edge": "stretch", "included": "2", "back_names": "{name}_rear", "gap": "2", "what": "cards boxes"}
    visitor.press(**options, **{numbers[0]: "3", numbers[1]: "0"})
    names = (*options, "back", "deck_kept", "deck_list")
    before = visitor.chosen(*names)
    assert before[0]["back"] == ["Blue.jpg\nFox.jpg="] and sorted(before[1].values()) == ["0", "3"]
    presses(visitor)
    assert visitor.chosen(*names) == before


@pytest.mark.parametrize("presses", PRESSES.values(), ids=PRESSES)
def test_what_was_chosen_about_rows_stays(post, presses):
    visitor = Visitor(post, "rows", file=sent("karten.csv", MAC))
    visitor.press(reading="cp1252", column=["", "", "", "Kosten=copies"], look="unit", language="de")
    number = next(name for name in visitor.fields if name.startswith("number."))
    visitor.press(**{number: "5"})
    names = ("reading", "reading_before", "table_kept", "column", "language", "look", "called", "text")
    before = visitor.chosen(*names)
    assert (
        before[0]["reading"] == ["cp1252"]
        and before[0]["column"] == ["Kosten=copies"]
        and [*before[1].values()] == ["5"]
    )
    presses(visitor)
    assert visitor.chosen(*names) == before


def test_a_column_of_another_sheet_keeps_its_meaning(post):
    visitor = Visitor(post, "rows", file=sent("deck.xlsx", TWO_SHEETS))
    visitor.press(reading="Second").press(column=["", "Wert=copies"])
    assert visitor.press(reading="First").chosen("column")[0] == {"column": ["Wert=copies"]}
    visitor.press(reading="Second")
    assert "7 cards" in visitor.answer.get_data(as_text=True).replace("<strong>", "").replace("</strong>", "")


def test_the_same_file_sent_again_is_read_from_the_sheet_that_was_chosen(post):
    visitor = Visitor(post, "rows", file=sent("deck.xlsx", TWO_SHEETS))
    visitor.press(reading="Second").press(column=["", "Wert=copies"])
    visitor.press(file=sent("deck.xlsx", TWO_SHEETS))
    assert visitor.chosen("reading", "column")[0] == {"reading": ["Second"], "column": ["Wert=copies"]}
    visitor.press(file=sent("other.xlsx", TWO_SHEETS))
    assert visitor.chosen("reading")[0] == {"reading": ["First"]}


def test_how_a_sheet_is_cut_stays_and_can_be_corrected(post):
    visitor = Visitor(post, "pictures", deck=sent("Game.pdf", sheet(COLOURS)))
    visitor.press("pick", "cut 3x3").press(cut_gap="0")
    assert visitor.press(margin="abc").chosen("cut", "cut_gap")[0] == {"cut": ["3x3"], "cut_gap": ["0"]}
    visitor.press(margin="", cut="zz")
    assert visitor.form.xpath(".//input[@name='cut' and not(@type='hidden')]/@value") == ["zz"]
    assert visitor.press(cut="3x3").answer.status_code == 200


def test_options_of_pictures_do_not_refuse_rows(post):
    visitor = Visitor(post, "pictures", deck=sent("Fox.jpg", photo()), included="abc")
    assert visitor.answer.status_code == 422
    assert visitor.press("turn", "page").press(text="title\nFox\n").answer.status_code == 200
    assert visitor.press("turn", "page").chosen("included")[0] == {"included": ["abc"]}


def test_pages_of_two_pdfs_are_still_fronts_when_a_longer_one_comes(post):
    two, six = (_pages(count) for count in (2, 6))
    visitor = Visitor(post, "pictures", deck=sent("Two.pdf", two))
    visitor.press(pdf_pages="fronts").press(deck=sent("Six.pdf", six))
    assert visitor.chosen("pdf_pages")[0] == {"pdf_pages": ["fronts"]}


def _pages(count):
    pages = [Image.new("RGB", (252, 352), (40 * number, 80, 90)) for number in range(count)]
    data = io.BytesIO()
    pages[0].save(data, "PDF", save_all=True, append_images=pages[1:], resolution=100)
    return data.getvalue()
