"""House rules on their pages: made, changed, used, chosen for a build, compared with it, handed on and imported."""

import html
import io
import json
import tomllib

import pikepdf
import pytest

from companion.data.documents import to_toml
from tests.web.conftest import link_to, token_of

STELLAR = "/mechastellar"
SET = {"title": "Tuesday club", "limit-size": "300", "limit-theatre": "space"}
LIST = {"title": "Patrol", "size": "500", "unit-0-profile": "dervish"}


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


def ident(address):
    return address.rsplit("/", 1)[1]


def document(client, address):
    return json.loads(client.get(f"{address}/export.json").data)


@pytest.fixture
def club(post):
    """Save a set, which is in use from then on, and return its address."""
    return post(f"{STELLAR}/house-rules", {**SET, "least-units": "two"}).location


class Other:
    """Another browser."""

    def __init__(self, app):
        self.client = app.test_client()
        self.token = token_of(self.client)

    def post(self, path, data=None, **more):
        return self.client.post(path, data={"csrf_token": self.token, **(data or {})}, **more)


def test_without_a_set_the_page_says_what_to_do(client):
    page = text(client.get(f"{STELLAR}/house-rules"))
    assert "None yet. Save one below" in page and "Size in points, at most" in page
    assert "/house-rules" in text(client.get(f"{STELLAR}/"))


def test_a_set_is_saved_as_it_is_exported_and_is_in_use(client, club):
    saved = document(client, club)
    assert saved.pop("key")
    assert saved == {
        "game": "mechastellar",
        "kind": "house-rules",
        "title": "Tuesday club",
        "rulings": {"least-units": "2"},
        "limits": {"size": 300, "theatre": "space"},
    }
    toml = tomllib.loads(text(client.get(f"{club}/export.toml")))
    assert {**toml, "key": ""} == {**saved, "key": ""}
    page = text(client.get(club))
    assert "In use: new builds begin with these house rules" in page
    assert "Size in points: at most 300" in page and "Theatre: Space" in page


def test_a_game_without_limits_has_rulings_and_packs_alone(client, post):
    page = text(client.get("/techniconica/house-rules"))
    assert "limit-" not in page and "rulings and card packs" in page
    address = post("/techniconica/house-rules", {"title": "Our table", "halved-speed": "down"}).location
    assert document(client, address)["rulings"] == {"halved-speed": "down"}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"title": ""}, "title: "),
        ({"limit-size": "many"}, "limits.size: found 'many', expected a whole number"),
        ({"limit-size": "100001"}, "limits.size: found '100001', expected at most 100000"),
        ({"limit-theatre": "sea"}, "limits.theatre: found 'sea'"),
        ({"least-units": "no"}, "rulings.least-units: found 'no'"),
    ],
)
def test_what_cannot_be_read_is_said_and_what_was_typed_stays(client, post, typed, told):
    answer = post(f"{STELLAR}/house-rules", {**SET, **typed})
    assert answer.status_code == 422 and told in text(answer)
    for name in ("limit-size", "title"):
        assert f'name="{name}"' in text(answer)
    assert f'value="{typed.get("limit-size", "300")}"' in text(answer)
    assert "None yet" in text(client.get(f"{STELLAR}/house-rules"))


def test_the_largest_limit_is_read(client, post):
    address = post(f"{STELLAR}/house-rules", {**SET, "limit-size": "100000"}).location
    assert document(client, address)["limits"]["size"] == 100_000


def test_none_of_several_is_another_limit_than_no_limit(client, post):
    none = post(f"{STELLAR}/house-rules", {"title": "Plain", "limit-modules.none": "1"}).location
    assert document(client, none)["limits"] == {"modules": []}
    one = post(f"{STELLAR}/house-rules", {"title": "Gritty", "limit-modules": "gritty"}).location
    assert document(client, one)["limits"] == {"modules": ["gritty"]}


def test_a_new_build_begins_with_the_house_rules_in_use(client, post, club):
    page = text(client.get(f"{STELLAR}/new"))
    assert 'value="300"' in page and f'House rules: <strong><a href="{club}">Tuesday club</a></strong>' in page
    build = post(f"{STELLAR}/new", {**LIST, "size": "300", "theatre": "space"}).location
    saved = document(client, build)
    assert saved["rulings"] == {"least-units": "2"}
    assert saved["house_rules"]["title"] == "Tuesday club"
    assert saved["house_rules"]["limits"] == {"size": 300, "theatre": "space"}


@pytest.mark.parametrize(("size", "broken"), [("299", False), ("300", False), ("301", True)])
def test_a_limit_holds_to_its_number_and_not_one_past_it(client, post, club, size, broken):
    build = post(f"{STELLAR}/new", {**LIST, "size": size, "theatre": "space"}).location
    message = f"“Tuesday club” plays with Size in points: at most 300. Here it is {size}: change it."
    assert (message in text(client.get(build))) == broken


def test_a_fix_sets_what_was_agreed_on(client, post, club):
    build = post(f"{STELLAR}/new", LIST).location
    assert "“Tuesday club” plays with Theatre: Space. Here it is Ground" in text(client.get(build))
    post(build, {**LIST, "version": "1", "fix": json.dumps({"theatre": "space"})})
    assert document(client, build)["theatre"] == "space"
    assert "Here it is Ground" not in text(client.get(build))


def test_points_beyond_the_limit_name_the_set(client, post, club):
    typed = {**LIST, "size": "300", "theatre": "space", "unit-0-count": "9"}
    page = text(client.get(post(f"{STELLAR}/new", typed).location))
    assert "“Tuesday club”: The list costs" in page


def test_a_build_is_given_house_rules_and_freed_of_them_with_one_button(client, post, club):
    post(f"{club}/use", {"used": "0"})
    build = post(f"{STELLAR}/new", LIST).location
    assert "house_rules" not in document(client, build)
    assert f'name="use-house-rules" value="{ident(club)}"' in text(client.get(build))
    post(build, {**LIST, "version": "1", "use-house-rules": ident(club)})
    saved = document(client, build)
    assert saved["rulings"] == {"least-units": "2"} and saved["house_rules"]["title"] == "Tuesday club"
    post(build, {**LIST, "version": "2", "use-house-rules": "none"})
    freed = document(client, build)
    assert "house_rules" not in freed and freed["rulings"] == {"least-units": "2"}


def test_a_set_that_is_gone_is_said(post, club):
    build = post(f"{STELLAR}/new", LIST).location
    answer = post(build, {**LIST, "version": "1", "use-house-rules": "nowhere"})
    assert answer.status_code == 422 and "expected one of your own sets" in text(answer)


@pytest.mark.long
def test_a_changed_set_changes_no_build_until_its_button_is_pressed(client, post, club):
    typed = {**LIST, "size": "300", "theatre": "space"}
    build = post(f"{STELLAR}/new", typed).location
    post(club, {**SET, "limit-size": "200", "least-units": "three"})
    post(build, {**typed, "title": "Patrol II", "version": "1"})
    assert document(client, build)["house_rules"]["limits"]["size"] == 300
    page = text(client.get(build))
    assert "“Tuesday club” has changed since this build took it: least-units and Size in points." in page
    post(build, {**typed, "version": "2", "use-house-rules": ident(club)})
    saved = document(client, build)
    assert saved["house_rules"]["limits"]["size"] == 200 and saved["rulings"] == {"least-units": "3"}
    assert "has changed since" not in text(client.get(build))


def test_a_new_title_alone_is_no_change(client, post, club):
    build = post(f"{STELLAR}/new", LIST).location
    post(f"{club}/rename", {"title": "Wednesday club"})
    assert document(client, club)["title"] == "Wednesday club"
    assert "has changed since" not in text(client.get(build))


def test_other_rulings_than_those_agreed_on_are_a_problem_with_a_fix(client, post, club):
    build = post(f"{STELLAR}/new", {**LIST, "size": "300", "theatre": "space"}).location
    post(f"{club}/use", {"used": "0"})
    assert "differ from those of this build" not in text(client.get(build))
    post(build, {**LIST, "version": "1", "use-rulings": "1"})
    page = text(client.get(build))
    assert "“Tuesday club” plays with least-units: 2; this build is checked with least-units: off." in page
    post(build, {**LIST, "version": "2", "fix": json.dumps({"rulings": {"least-units": "2"}})})
    assert document(client, build)["rulings"] == {"least-units": "2"}


def test_rulings_of_the_set_in_use_are_in_force_until_others_are_chosen(client, post, club):
    page = text(client.get(f"{STELLAR}/house-rules"))
    assert "In use now: those of" in page
    post(f"{STELLAR}/rules", {"least-units": "2"})
    assert "In use" in text(client.get(club))
    answer = post(f"{STELLAR}/rules", {"least-units": "5"}, follow_redirects=True)
    assert "They are not those of “Tuesday club”, so it is no longer in use." in text(answer)
    assert "In use" not in text(client.get(club))


def test_own_rulings_are_back_when_a_set_is_no_longer_used(client, post):
    post(f"{STELLAR}/rules", {"least-units": "5"})
    club = post(f"{STELLAR}/house-rules", {**SET, "least-units": "two"}).location
    assert document(client, post(f"{STELLAR}/new", LIST).location)["rulings"] == {"least-units": "2"}
    post(f"{club}/use", {"used": "0"})
    assert document(client, post(f"{STELLAR}/new", LIST).location)["rulings"] == {"least-units": "5"}


def test_a_deleted_set_is_not_in_use_and_comes_back(client, post, club):
    build = post(f"{STELLAR}/new", LIST).location
    page = text(post(f"{club}/delete", follow_redirects=True))
    assert "Trash (1)" in page and "Builds that use it keep their copy." in page
    assert "house_rules" not in document(client, post(f"{STELLAR}/new", LIST).location)
    assert "House rules: <strong>Tuesday club</strong>" in text(client.get(build))
    post(f"{club}/delete", {"undo": "1"})
    assert "house_rules" in document(client, post(f"{STELLAR}/new", LIST).location)


def test_versions_say_what_was_changed(client, post, club):
    build = post(f"{STELLAR}/new", LIST).location
    post(build, {**LIST, "version": "1", "use-house-rules": "none"})
    assert "No house rules" in text(client.get(f"{build}/versions"))
    post(club, {**SET, "title": "Wednesday club", "limit-size": "400", "least-units": "two"})
    page = text(client.get(f"{club}/versions"))
    assert "Wednesday club" in page and "changed: Size in points" in page


# Packs.

GUN = "id,name,we,pc,pe,do,ar,dt\nrail-gun-x,Rail Gun X,3,1,4,2,5,2\n"
TECHNICONICA = "/techniconica"
SQUAD = {"title": "Lone", "mech-0-locomotor": "hauler-tracks", "mech-0-cockpit": "standard-cockpit"}


@pytest.fixture
def boxed(client, post):
    """Save a set with a pack of its own, and return the addresses of both."""
    pack = post(f"{TECHNICONICA}/packs", {"title": "Our box", "text": GUN, "card-kind": "weapon"}).location
    page = text(client.get(f"{TECHNICONICA}/house-rules"))
    value = page.partition('name="pack" value="')[2].partition('"')[0]
    made = post(f"{TECHNICONICA}/house-rules", {"title": "Boxed", "pack": value, "only-these-packs": "1"})
    return made.location, pack


def test_a_set_carries_its_packs_and_a_build_takes_them_along(app, client, boxed):
    club, _ = boxed
    (pack,) = document(client, club)["pack"]
    assert pack["title"] == "Our box" and [card["id"] for card in pack["weapon"]] == ["rail-gun-x"]
    other, shared = Other(app), link_to(client, club)
    copied = other.post(f"{shared}/use", {"used": "1"}).location
    assert copied not in (club, shared) and document(other.client, copied)["key"] == document(client, club)["key"]
    build = other.post(f"{TECHNICONICA}/new", {**SQUAD, "mech-0-slot-1,1": "rail-gun-x"}).location
    assert "Rail Gun X" in json.dumps(document(other.client, build)["pack"])
    assert document(other.client, build)["house_rules"]["packs"][0]["title"] == "Our box"


@pytest.mark.long
def test_another_pack_than_those_agreed_on_is_a_problem(client, post, boxed):
    club, pack = boxed
    post(f"{club}/use", {"used": "0"})
    post(f"{TECHNICONICA}/packs", {"title": "Secret box", "text": GUN.replace("rail", "coil"), "card-kind": "weapon"})
    build = post(f"{TECHNICONICA}/new", SQUAD).location
    assert [one["title"] for one in document(client, build)["pack"]] == ["Our box", "Secret box"]
    shown = text(client.get(build))
    values = [part.partition('"')[0] for part in shown.split('name="pack" value="')[1:]]
    post(build, {**SQUAD, "version": "1", "packs": "1", "pack": values, "use-house-rules": ident(club)})
    page = text(client.get(build))
    assert "“Boxed” allows only its own card packs, and the build uses 'Secret box'. Leave that pack out." in page
    assert page.count("allows only its own card packs") == 1
    assert [one["title"] for one in document(client, build)["pack"]] == ["Secret box", "Our box"]


def test_a_new_build_by_another_set_than_the_one_in_use_has_the_packs_in_use_and_those_of_the_set(client, post, boxed):
    club, _ = boxed
    post(f"{club}/use", {"used": "0"})
    post(f"{TECHNICONICA}/packs", {"title": "Secret box", "text": GUN.replace("rail", "coil"), "card-kind": "weapon"})
    build = post(f"{TECHNICONICA}/new", {**SQUAD, "use-house-rules": ident(club)}).location
    assert [one["title"] for one in document(client, build)["pack"]] == ["Secret box", "Our box"]


def test_with_no_other_packs_allowed_none_can_be_used_beside_them(client, post, boxed):
    _, pack = boxed
    answer = text(post(f"{pack}/use", {"used": "1"}, follow_redirects=True))
    assert "“Boxed” allows no other packs: stop using these house rules first." in answer


# Handed on.


def test_a_set_is_imported_and_its_next_version_is_no_second_one(app, client, post, club):
    other = Other(app)
    sent = client.get(f"{club}/export.toml").data
    first = other.post("/import", {"file": (io.BytesIO(sent), "club.toml")}, content_type="multipart/form-data")
    assert first.status_code == 303 and "/house-rules/" in first.location
    assert document(other.client, first.location) == document(client, club)
    post(club, {**SET, "limit-size": "400"})
    again = other.post("/import", {"text": text(client.get(f"{club}/export.json"))})
    assert again.location == first.location
    assert document(other.client, again.location)["limits"]["size"] == 400
    assert "Version 1" in text(other.client.get(f"{again.location}/versions"))


def test_an_import_of_another_games_limits_is_refused(post):
    wrong = {"game": "mechalyte", "kind": "house-rules", "title": "Club", "limits": {"size": 3}}
    answer = post("/import", {"text": to_toml(wrong)})
    assert answer.status_code == 422 and "limits: found 'size', expected none: Mechalyte has no limits" in text(answer)


def test_whoever_reads_a_build_can_take_its_house_rules(app, client, post, club):
    build = link_to(client, post(f"{STELLAR}/new", LIST).location)
    other = Other(app)
    page = text(other.client.get(build))
    assert "Use these house rules myself" in page
    taken = other.post(f"{STELLAR}/house-rules/adopt?build={ident(build)}").location
    assert document(other.client, taken) == document(client, club)
    assert "Use these house rules myself" not in text(other.client.get(build))
    plain = other.post(f"{STELLAR}/new?of={ident(build)}", {**LIST, "use-house-rules": "none"}).location
    assert other.post(f"{STELLAR}/house-rules/adopt?build={ident(plain)}").status_code == 404


def test_a_set_of_another_browser_is_read_and_copied_not_changed(app, client, club):
    other, shared = Other(app), link_to(client, club)
    page = text(other.client.get(shared))
    assert "Another browser made this set of house rules" in page and "Change it" not in page
    assert other.post(shared, {**SET, "title": "Theirs"}).status_code == 403
    assert other.post(club, {**SET, "title": "Theirs"}).status_code == 404
    assert document(client, club)["title"] == "Tuesday club"
    copy = other.post(f"{shared}/duplicate").location
    assert document(other.client, copy)["title"] == "Copy of Tuesday club"
    assert document(other.client, copy)["key"] != document(client, club)["key"]


def test_a_friend_with_the_edit_link_changes_it(app, client, club):
    friend, shared = Other(app), link_to(client, club, "edit")
    assert "Change it" in text(friend.client.get(shared))
    assert friend.post(shared, {**SET, "title": "Our club", "limit-size": "400"}).location == shared
    assert document(client, club)["title"] == "Our club" and document(client, club)["limits"]["size"] == 400
    assert friend.post(f"{shared}/delete").status_code == 403


def printed(client, address):
    with pikepdf.open(io.BytesIO(client.get(address).data)) as pdf:
        return str(pdf.docinfo["/Title"])


@pytest.mark.long
def test_prints_of_a_build_and_of_the_game_name_the_set(client, post, club):
    build = post(f"{STELLAR}/new", LIST).location
    reference = f"{STELLAR}/print.pdf?what=reference"
    assert printed(client, reference) == "MechaStellar (Tuesday club; least-units: 2)"
    of_build = printed(client, f"{reference}&build={ident(build)}")
    assert of_build == "MechaStellar: Patrol (Tuesday club; least-units: 2)"
    post(f"{club}/use", {"used": "0"})
    assert printed(client, reference) == "MechaStellar"
    assert printed(client, f"{reference}&build={ident(build)}") == of_build
