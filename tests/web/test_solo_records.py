"""Solo at tables with record sheets: whole battles against the computer through the pages, and what is refused."""

import re

import pytest

from companion.games import game as find_game
from tests.web.conftest import page_of

GAMES = {"mechastellar": "Raiders", "techniconica": "Iron Heron"}
MOST_ACTS = 500
MOST_TABLES = 40
"""Tables of which at least one begins with the computer, but for one chance in a billion."""


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
                if self.page.xpath("//*[@data-active]"):
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
    review = solo.client.get(f"{solo.path.partition('?')[0]}/report/moves").text
    assert "Every answer to a question was weighed" in review and "was not weighed" in review
    assert "won" in page


@pytest.mark.parametrize("slug", GAMES)
def test_a_build_is_given_to_the_computer_or_it_brings_one_itself(client, post, slug):
    solo, game = Solo(client, post, slug), find_game(slug)
    titles = [build.title for build in game.examples.values()]
    assert "Without one it brings an example" in solo.page.text_content()
    assert solo.bring(titles[0], seat=1).status_code == 303
    solo.bring(titles[1])
    log = " ".join(solo.page.text_content().split())
    assert re.search(rf"Computer \(fair\): plays .?{titles[0]}|Computer \(fair\) plays .?{titles[0]}", log)
    assert "of about equal worth" not in log
    other = Solo(client, post, slug)
    other.bring(titles[0])
    assert "Its build is an example of about equal worth" in other.page.text_content()


def test_a_hint_about_a_question_is_taken_with_one_button(client, post):
    for _ in range(MOST_TABLES):
        solo = Solo(client, post, "mechastellar")
        solo.bring("Raiders")
        solo.press("begin")
        if solo.forms("answer"):  # who goes first: the player won the initiative
            break
    page = page_of(client, f"{solo.path.partition('?')[0]}/hint")
    (advice,) = page.xpath('//*[@id="tb-advice"]')
    (form,) = advice.xpath('.//form[input[@name="act" and @value="answer"]]')
    (button,) = form.xpath("button")
    (named,) = [one for one in page.xpath("//button[@data-answer]") if one.get("value") == button.get("value")]
    assert button.text == "Do that" and named.get("data-answer") in advice.text_content()
    assert solo.send(form, faces=button.get("value")).status_code == 303
    assert f"goes {named.get('data-answer').removeprefix('go ')}" in solo.page.text_content()


def until_wish(solo):
    """Play on until the computer wants something; return the page."""
    for _ in range(60):
        page = solo.page
        if solo.forms("placed", page):
            return page
        solo.step()
    raise AssertionError("the computer wanted nothing")


def test_about_what_the_computer_wants_no_hint_is_offered(client, post):
    solo = Solo(client, post, "mechastellar")
    solo.bring("Raiders")
    solo.press("begin")
    assert not until_wish(solo).xpath("//a[@data-hint-link]")
    solo.step()
    while not solo.page.xpath("//a[@data-hint-link]"):
        solo.step()


def test_a_wish_is_refused_with_what_cannot_be_read_and_undone_whole(client, post):
    solo = Solo(client, post, "mechastellar")
    solo.bring("Raiders")
    solo.press("begin")
    form = solo.forms("placed", until_wish(solo))[0]
    wanted = solo.page.xpath('//*[@id="tb-act"]//h2')[0].text_content()
    for values in ({"said.distance": "-3"}, {"said.distance": "far"}, {"back.cover": "perhaps"}):
        answer = solo.send(form, key=str(values), **values)
        assert answer.status_code == 422, values
        assert solo.forms("placed")
    assert solo.send(form).status_code == 303
    assert solo.send(form, key="again", after="9999").status_code == 422
    undo = solo.forms("undo")
    assert undo
    assert solo.send(undo[0]).status_code == 303
    assert solo.page.xpath('//*[@id="tb-act"]//h2')[0].text_content() == wanted


def test_for_the_computer_a_person_only_brings_and_answers(client, post):
    solo = Solo(client, post, "techniconica")
    form = next(one for one in solo.forms("move") if one.xpath('input[@name="for"]'))
    begin = '{"name": "begin", "values": {}}'
    assert solo.send(form, move=begin).status_code == 422
    own = next(one for one in solo.forms("move") if not one.xpath('input[@name="for"]'))
    assert solo.send(own, **{"for": "0"}).status_code == 422
    assert solo.send(own, **{"for": "7"}).status_code == 422
    damaged = '{"name": "build", "values": {"build": {"game": "techniconica", "mech": 7}}}'
    assert solo.send(form, move=damaged).status_code == 422
    assert solo.send(own, move=begin).status_code == 422, "nobody has a build yet"


def test_a_build_that_is_not_legal_plays_all_the_same(client, post):
    solo = Solo(client, post, "mechastellar", "easy")
    over = '{"name": "build", "values": {"build": {"game": "mechastellar", "title": "Many", "size": 100, "unit": %s}}}'
    many = '[{"profile": "argonaut", "count": 3}]'
    form = next(one for one in solo.forms("move") if one.xpath('input[@name="for"]'))
    assert solo.send(form, move=over % many).status_code == 303
    solo.bring("Raiders")
    assert "Not legal here" in solo.page.text_content()
    assert solo.press("begin").status_code == 303
    assert until_wish(solo) is not None


def test_what_only_people_know_is_asked_of_the_person(client, post):
    asks = ""
    for _ in range(MOST_TABLES):  # whoever goes first is asked, and the table rolls for that
        solo = Solo(client, post, "techniconica", **{"option.events": "cards"})
        solo.bring("Iron Heron")
        solo.press("begin")
        page = solo.page
        asks = page.xpath('//*[@id="tb-act"]//h2')[0].text_content().strip()
        if "Computer" in asks:
            break
    assert asks == "Computer (fair) asks you"
    assert "Which event card is turned up?" in page.text_content()
    assert solo.send(solo.forms("answer", page)[0], faces="1").status_code == 303
    assert "asks you" not in solo.page.text_content()


def test_the_computer_plays_several_seats(client, post):
    solo = Solo(client, post, "techniconica", "easy", seats="3")
    solo.bring("Iron Heron")
    assert solo.press("begin").status_code == 303
    acts = []
    while (act := solo.step()) and len(acts) < MOST_ACTS:
        acts.append(act)
    assert "placed" in acts
    assert "The report" in solo.page.text_content()
