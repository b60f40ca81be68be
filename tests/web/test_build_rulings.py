"""The rulings of a saved build: shown, compared with this browser's, taken over by one button, printed on its sheets."""

import html
import io
import json
import re

import pikepdf
import pytest
from click.testing import CliRunner

from companion.cli import main

SQUAD = {"title": "Lone", "mech-0-locomotor": "hauler-tracks", "mech-0-cockpit": "standard-cockpit"}
RULINGS = "/techniconica/rules"
SUM = "Checked with 1 ruling other than the defaults"
DIFFERS = "differ from those of this build"


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def made(client, post):
    """Return the address of a squad saved under the default rulings; afterwards the browser chooses another one."""
    address = post("/techniconica/new", SQUAD).location
    post(RULINGS, {"halved-speed": "down"})
    return address


def test_a_saved_build_keeps_its_rulings_and_says_where_the_players_differ(client, made):
    page = text(client.get(made))
    assert "Checked with the default" in page and DIFFERS in page
    assert "This build: Up" in page and "Yours: Down" in page


def test_saving_and_duplicating_do_not_change_a_builds_rulings(client, post, made):
    post(made, {**SQUAD, "title": "Lone II", "version": "1"})
    copy = post(f"{made}/duplicate").location
    for address in (made, copy):
        assert "rulings" not in json.loads(client.get(f"{address}/export.json").data)


def test_the_button_takes_the_players_rulings_into_the_build(client, post, made):
    answer = post(made, {**SQUAD, "version": "1", "use-rulings": "1"})
    assert answer.status_code == 303
    assert json.loads(client.get(f"{made}/export.json").data)["rulings"] == {"halved-speed": "down"}
    page = text(client.get(made))
    assert SUM in page and DIFFERS not in page


def test_the_button_takes_the_defaults_back(client, post, made):
    post(made, {**SQUAD, "version": "1", "use-rulings": "1"})
    post(RULINGS, {"halved-speed": "up"})
    assert DIFFERS in text(client.get(made))
    post(made, {**SQUAD, "version": "2", "use-rulings": "1"})
    assert "rulings" not in json.loads(client.get(f"{made}/export.json").data)


def test_an_earlier_version_is_saved_with_its_own_rulings(client, post, made):
    """Version 1 has the defaults, version 2 the player's; what is read and saved from version 1 keeps version 1's."""
    post(made, {**SQUAD, "version": "1", "use-rulings": "1"})
    page = text(client.get(f"{made}?version=1"))
    assert "Checked with the default" in page
    shown = re.search(r'name="shown-version" value="(\d+)"', page)[1]
    checked = text(post(f"/techniconica/check?of={made.split('/')[-1]}", {**SQUAD, "shown-version": shown}))
    assert "Checked with the default" in checked and f'name="shown-version" value="{shown}"' in checked
    assert post(made, {**SQUAD, "version": "2", "shown-version": shown}).status_code == 303
    assert "rulings" not in json.loads(client.get(f"{made}/export.json").data)
    assert "shown-version" not in text(client.get(made))


def test_taking_rulings_over_is_not_forgotten_where_somebody_saved_meanwhile(client, post, made):
    post(made, {**SQUAD, "title": "Lone II", "version": "1"})
    answer = post(made, {**SQUAD, "version": "1", "use-rulings": "1"})
    page = text(answer)
    assert answer.status_code == 409 and '<input type="hidden" name="use-rulings" value="1">' in page
    assert "use-rulings" not in text(post(made, {**SQUAD, "version": "1"})).partition("</form>")[0]


def test_a_build_with_a_ruling_that_is_gone_is_repaired_by_the_button(app, client, post, made):
    store, name = app.extensions["store"], made.split("/")[-1]
    store.save(name, {**store.get(name).data, "rulings": {"long-gone": "yes"}}, 1)
    page = text(client.get(made))
    assert "long-gone" in page and "Use my rulings, and save" in page
    post(made, {**SQUAD, "version": "2", "use-rulings": "1"})
    assert json.loads(client.get(f"{made}/export.json").data)["rulings"] == {"halved-speed": "down"}


def test_a_roll_opened_from_a_build_uses_its_rulings(client, post, made):
    page = text(client.get(made))
    address = next(part for part in page.split('"') if part.startswith("/techniconica/roll/shoot?build="))
    assert "With the cards and rulings of" in text(client.get(address))


def test_text_check_and_prints_say_the_rulings_of_a_build(client, post, made, tmp_path):
    post(made, {**SQUAD, "version": "1", "use-rulings": "1"})
    assert "Rulings: halved-speed: down." in text(client.get(f"{made}/export.txt"))
    file = tmp_path / "lone.json"
    file.write_bytes(client.get(f"{made}/export.json").data)
    assert "rulings: halved-speed: down" in CliRunner().invoke(main, ["check", str(file)]).output
    asked = CliRunner().invoke(main, ["check", "--json", str(file)]).output
    assert json.loads(asked)["rulings"] == {"halved-speed": "down"}
    posted = client.post("/api/v1/check", data=file.read_bytes())
    assert posted.get_json()["rulings"] == {"halved-speed": "down"}
    name = made.split("/")[-1]
    printed = client.get(f"/techniconica/print.pdf?what=mech-sheets&build={name}")
    with pikepdf.open(io.BytesIO(printed.data)) as pdf:
        assert pdf.docinfo["/Title"] == "Techniconica: Lone (halved-speed: down)"
