"""Solo at tables with record sheets: whole battles against the computer through the pages, and what is refused."""

import pytest

from companion.data.documents import to_document
from companion.games import game as find_game
from companion.play.records.wishes import WISH
from companion.storage.store import Store
from tests.web.conftest import page_of

GAMES = {"mechastellar": "Raiders", "techniconica": "Iron Heron"}
MOST_ACTS = 500
FLOW = ("begin", "activate", "done", "next-round")


class Solo:
    """A person at a table of one's own, who does what its page offers; `stored` reads the table as it is kept."""

    def __init__(self, client, post, slug, strength="fair", **fields):
        answer = post(f"/{slug}/tables/new", {"phones": "solo", "strength": strength, **fields})
        assert answer.status_code == 303, answer.text
        self.client, self.post, self.path = client, post, answer.location

    @property
    def page(self):
        return page_of(self.client, self.path)

    def forms(self, act, page=None):
        """Return the forms of a page that do something."""
        page = self.page if page is None else page
        return page.xpath(f'//form[input[@name="act" and @value="{act}"]]')

    def send(self, form, **values):
        """Send a form with what stands in it, and the values of a button or of fields that are tapped."""
        posted = {}
        for name, value in form.form_values():
            posted[name] = value
        return self.post(self.path, {**posted, **values})

    def bring(self, title, seat=None):
        forms = [one for one in self.forms("move") if one.xpath('.//option[contains(@value, "build")]')]
        form = next(one for one in forms if (seat is None) == (not one.xpath('input[@name="for"]')))
        value = next(one.get("value") for one in form.iter("option") if one.text == title)
        return self.send(form, move=value)

    def press(self, name, page=None):
        """Press the first button of a move by its name."""
        for form in self.forms("move", page):
            for button in form.xpath(f'.//button[@data-move="{name}"]'):
                return self.send(form, move=button.get("value"))
        raise AssertionError(f"no button {name}")

    def step(self):
        """Do the next thing that the page asks for; return what it was, empty where the battle is over."""
        page = self.page
        if self.forms("finish", page):
            self.send(self.forms("finish", page)[0])
            return ""
        if self.forms("result", page) and page.xpath('//*[@id="tb-act"]//input[@name="winner"]'):
            self.send(page.xpath('//*[@id="tb-act"]//form[input[@name="winner"]]')[0])
            return ""
        for act in ("placed", "answer"):
            if forms := self.forms(act, page):
                primary = forms[0].xpath('.//button[contains(@class, "primary")]')
                named = {one.get("name"): one.get("value") for one in primary if one.get("name")}
                assert self.send(forms[0], **named).status_code == 303
                return act
        if activate := [one for one in self.forms("activate", page) if one.xpath(".//button")]:
            ready = [one for one in activate[0].xpath(".//button") if one.text == "○"]
            if ready:
                assert self.send(activate[0], unit=ready[0].get("value")).status_code in (200, 303)
                if self.page.xpath('//*[@data-active]'):
                    return "activate"
        for name in ("begin", "done", "pass", "next-round"):
            if page.xpath(f'//button[@data-move="{name}"]'):
                self.press(name, page)
                return name
        raise AssertionError(page.text_content())


@pytest.mark.parametrize("slug", GAMES)
def test_a_battle_against_the_computer_is_played_to_an_end(client, post, slug):
    solo = Solo(client, post, slug)
    solo.bring(GAMES[slug])
    assert solo.press("begin").status_code == 303
    acts = []
    while (act := solo.step()) and len(acts) < MOST_ACTS:
        acts.append(act)
    page = solo.page.text_content()
    assert "placed" in acts
    assert "The report" in page
    assert "won" in page


@pytest.mark.parametrize("slug", GAMES)
def test_a_build_is_given_to_the_computer_or_it_brings_one_itself(client, post, slug):
    solo, game = Solo(client, post, slug), find_game(slug)
    titles = [build.title for build in game.examples.values()]
    assert "Without one it brings an example" in solo.page.text_content()
    assert solo.bring(titles[0], seat=1).status_code == 303
    solo.bring(titles[1])
    log = solo.page.text_content()
    assert f"plays {titles[0]}" in log or f"plays “{titles[0]}”" in log
    other = Solo(client, post, slug)
    other.bring(titles[0])
    assert "Its build is an example of about equal worth" in other.page.text_content()
