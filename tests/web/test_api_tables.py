"""Tables over HTTP: opened, acted at, exported and checked; the whole table goes to and fro."""

import pytest

from tests.web.test_api import BASE, agrees, client, document, refused  # noqa: F401

MAKE = f"{BASE}/tables"


@pytest.fixture
def ask(client, agrees):  # noqa: F811
    def ask(path, **body):
        slug = path.partition("/")[2]
        described = f"/tables/{path.replace(slug, '{game}') if slug else path}"
        return agrees(client.post(f"{MAKE}/{path}", json=body), described, "post")

    return ask


@pytest.fixture
def table(ask):
    """A table of Mechalyte with Anna and Ben, where Anna has sealed her spec."""
    table = ask("open/mechalyte", title="Friday", options={"dice": 20})
    for seat, act in ((0, ["sit", "Anna"]), (1, ["sit", "Ben"]), (0, ["seal", "spec=PMISAA"])):
        table = ask("move", table=table, seat=seat, act=act)["table"]
    return table


def test_a_game_is_played_and_checked(ask, table):
    state = ask("show", table=table)
    assert (state["title"], [seat["name"] for seat in state["seats"]]) == ("Friday", ["Anna", "Ben"])
    assert [(owed["seat"], owed["wants"]) for owed in state["waiting"]] == [(1, "seal")]
    moved = ask("move", table=table, seat=1, act=["seal", "spec=MIPASA"])
    assert moved["state"]["moves"]
    assert ask("verify", **moved["table"])["events"] == [
        {"number": 3, "kind": "seal", "seat": 0, "found": "sealed"},
        {"number": 4, "kind": "seal", "seat": 1, "found": "sealed"},
    ]
    ended = ask("move", table=moved["table"], seat=1, act=["concede"])
    assert ended["state"]["result"]["winners"] == [0]
    public = ask("export", table=ended["table"])
    checks = ask("verify", **public)
    assert checks["ok"] and {one["found"] for one in checks["events"]} == {"checked"}


@pytest.mark.parametrize(
    ("game", "acts", "why"),
    [
        (
            "mechalyte",
            [
                (1, "seal", "spec=MIPASA"),
                (0, "begin", "who=0"),
                (0, "build", "level=6", "factory=L1"),
                (0, "phase", "to=end"),
                (1, "build", "level=4", "factory=R5"),
                (1, "undo"),
                (1, "redo"),
                (1, "dice", "typed"),
                (1, "concede"),
            ],
            "Ben gave up.",
        ),
        (
            "techniconica",
            [
                (1, "play", "dice", "expression=3d6"),
                (0, "counter", "what=Round", "value=2", "shared=true"),
                (1, "counter", "what=Points", "value=3"),
                (1, "result", "winners=[0]"),
                (0, "finish"),
            ],
            "Seat 1 won.",
        ),
    ],
    ids=["with its moves", "by hand"],
)
def test_a_whole_game_over_http(ask, game, acts, why):
    table = ask(f"open/{game}", title="Friday", seats=2, by_hand=game == "techniconica")
    begun = [(0, "sit", "Anna"), (1, "sit", "Ben"), *([(0, "seal", "spec=PMISAA")] if game == "mechalyte" else [])]
    for seat, *act in (*begun, *acts):
        moved = ask("move", table=table, seat=seat, act=act)
        table = moved["table"]
    assert moved["state"]["result"] == {"winners": [0], "why": why}
    report = ask("verify", **ask("export", table=table))
    assert report["ok"] and "sealed" not in {one["found"] for one in report["events"]}


def test_a_seat_sees_its_own_secrets_alone(client, ask, table):  # noqa: F811
    for path in ("show", "export"):
        for seat, is_seen in ((0, True), (1, False), (None, False)):
            answer = client.post(f"{MAKE}/{path}", json={"table": table, "seat": seat})
            assert ("PMISAA" in answer.text) is is_seen
            assert table["seeds"][0] not in answer.text


@pytest.mark.parametrize(
    ("path", "change", "status"),
    [
        ("open/chess", {}, 404),
        ("open/mechalyte", {"seats": 9}, 422),
        ("open/mechalyte", {"options": {"dice": 0}}, 422),
        ("show", {"seat": 2}, 422),
        ("show", {"seat": -1}, 422),
        ("move", {"seat": 3, "act": ["undo"]}, 422),
        ("move", {"seat": 0, "act": []}, 422),
        ("move", {"seat": 0, "act": ["dance"]}, 422),
        ("move", {"seat": 0, "act": [""]}, 422),
        ("verify", {}, 422),
    ],
)
def test_what_cannot_be_done_is_a_sentence(client, table, path, change, status):  # noqa: F811
    body = change if path.startswith(("open", "verify")) else {"table": table, **change}
    refused(client.post(f"{MAKE}/{path}", json=body), status)


def test_a_table_whose_log_nobody_could_follow_is_a_sentence(client, table):  # noqa: F811
    table["event"].append({"number": 4, "kind": "move", "seat": 0, "values": {"name": "dance"}})
    assert "cannot be followed" in refused(client.post(f"{MAKE}/show", json={"table": table}), 422)
    table["event"][3]["number"] = 9
    refused(client.post(f"{MAKE}/verify", json=table), 422)


def test_a_finished_game_is_reported(client, ask, table):  # noqa: F811
    assert client.post(f"{MAKE}/report", json={"table": table}).status_code == 422
    ended = ask("move", table=table, seat=1, act=["concede"])["table"]
    answer = ask("report", table=ended)
    assert answer["result"]["words"] == "Anna won" and "PMISAA" not in str(answer)
    assert "Anna" not in str(ask("report", table=ended, names=False))


def test_a_log_with_an_event_that_no_act_writes_is_not_reported(client, ask, table):  # noqa: F811
    ended = ask("move", table=table, seat=1, act=["concede"])["table"]
    begun = {"number": 4, "kind": "propose", "seat": 0, "values": {"what": "tea"}}
    ended["event"] = [*ended["event"][:3], begun, {**ended["event"][3], "number": 5}]
    assert "event 4" in refused(client.post(f"{MAKE}/report", json={"table": ended}), 422)
