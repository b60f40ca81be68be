"""The balance lab's page of games that are played in situations: one is chosen, and stands with the result."""

from tests.web.conftest import page_of

SIDES = "a=example:copper-bison&b=example:iron-heron&a_strength=easy&b_strength=easy&games=100"


def test_a_situation_is_chosen_from_those_that_ship(client):
    page = page_of(client, "/techniconica/lab")
    assert [one.get("value") for one in page.iterfind(".//select[@id='situation']/option")] == [
        "open-ground",
        "closing-in",
        "cover",
    ]
    builds = [one.get("value") for one in page.iterfind(".//select[@id='a']/option")]
    assert "" not in builds and "example:copper-bison" in builds
    assert page_of(client, "/mechalyte/lab").find(".//select[@id='situation']") is None


def test_the_situation_stands_with_the_result(client, app):
    app.config["PATIENCE"] = 1
    page = page_of(client, f"/techniconica/lab?{SIDES}&situation=cover&stop=1")
    assert "In the situation cover: where Mechs stand does not matter" in page.text_content()


def test_an_unknown_situation_is_refused(client):
    answer = client.get(f"/techniconica/lab?{SIDES}&situation=fog")
    assert answer.status_code == 422
    assert "expected one of open-ground, closing-in or cover" in answer.get_data(as_text=True)


def test_a_strength_says_what_it_does_in_this_game(client):
    for path in ("/techniconica/lab", "/techniconica/tables/new"):
        options = page_of(client, path).xpath("//option[@value='easy']")
        assert options and all("attacks the nearest" in one.text_content() for one in options)
