"""What the browsers of a release do: rulings, packs, collections, printers, builds, the trash, custom cards, a key.

Everything is pressed on a page that the release shows, so a later release can be sent the same forms again. The
documents that come of it get names here, by which `given/addresses.txt` speaks of them.
"""

import base64
import io
import json
import re
from collections.abc import Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, ProxyHandler, Request, build_opener

import lxml.html
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

GIVEN = Path(__file__).with_name("given")
GAMES = ("mecha-mettle", "mechalyte", "techniconica", "mechastellar", "wreck-a-mech")


class _Stay(HTTPRedirectHandler):
    """Does not follow a redirect, so that its status and its address can be written down."""

    def redirect_request(self, *args: Any) -> None:
        return None


class Browser:
    """A browser without scripts on a running server; every form it sends is written into `log`."""

    def __init__(self, url: str, name: str = "", log: list[dict[str, Any]] | None = None) -> None:
        self.url, self.name, self.log = url, name, log if log is not None else []
        self.jar = CookieJar()
        self._following = build_opener(ProxyHandler({}), HTTPCookieProcessor(self.jar))
        self._staying = build_opener(ProxyHandler({}), HTTPCookieProcessor(self.jar), _Stay())

    @property
    def cookie(self) -> str:
        return next(cookie.value or "" for cookie in self.jar if cookie.name == "session")

    def get(self, address: str) -> bytes:
        """Return what is at an address, redirects followed."""
        try:
            with self._following.open(self.url + address) as answer:
                return answer.read()
        except HTTPError as error:
            raise SystemExit(f"{address} answered {error.status}:\n{_words(error.read())}") from None

    def page(self, address: str) -> Any:
        """Return a page, its addresses relative to the server."""
        return _parsed(self.get(address), address)

    def press(
        self, address: str, changes: dict[str, Any], form: str = "", action: str = "", status: int = 303, fix: int = -1
    ) -> str:
        """Change the fields of a page's form and send it; return the last part of the address it leads to.

        `form` is how the form's address ends, where it is not the page's own; `action` is the address of a button that
        has another one; `fix` presses the fix of that number.
        """
        page = self.page(address)
        to, shown = _form(page, address, form or address)
        fields = [[name, value] for name, value in shown if name not in changes]
        fields += [[name, one] for name, value in changes.items() for one in _several(value)]
        if fix >= 0:
            fields.append(["fix", page.xpath("//button[@name='fix']/@value")[fix]])
        return _last(self._send(action or to, fields, status))

    def send_picture(self, address: str, changes: dict[str, Any], picture: Path) -> None:
        """Change the fields of a card's form, choose its picture, and send it."""
        to, shown = _form(self.page(address), address, address)
        fields = dict(shown) | {name: str(value) for name, value in changes.items()}
        file = ["picture-file", picture.name, base64.b64encode(picture.read_bytes()).decode()]
        self._send(to, [[name, value] for name, value in fields.items() if name != file[0]], 303, file)

    def lay(self, game: str, title: str, acts: Sequence[str]) -> str:
        """Put a build together from cards, each act on the page that the last one led to; save it, return its id."""
        address = f"/{game}/new"
        page = self.page(address)
        for act in acts:
            _, fields = _form(page, address, address)
            page = _parsed(self._send(f"/{game}/check", [*fields, ["act", act]], 200).read(), address)
            if refusal := page.xpath("string(//*[@class='input-errors'])").strip():
                raise SystemExit(f"{game}: {act} was not done: {refusal}")
            self.log[-1]["shown"] = [field for field in _form(page, address, address)[1] if field[0] != "csrf_token"]
        to, fields = _form(page, address, address)
        self._send(f"/{game}/effects", fields, 200)
        return _last(self._send(to, [field for field in fields if field[0] != "title"] + [["title", title]], 303))

    def make_key(self) -> str:
        """Make this browser's key, and return its words, which are shown only this once."""
        page = _parsed(self._send(*_form(self.page("/key"), "/key", "/key"), 200).read(), "/key")
        self.log[-1]["key"] = " ".join(page.xpath("//ol[@class='key-words']/li/text()"))
        return str(self.log[-1]["key"])

    def roll(self, address: str, inputs: dict[str, str]) -> None:
        """Press Roll on a page of dice, whose form is otherwise one that only asks."""
        token = self.page(address).xpath("//button[@name='csrf_token']/@value")[0]
        self._send(address, [["csrf_token", token], *map(list, inputs.items())], 200)

    def _send(self, address: str, fields: list[list[str]], status: int, file: Sequence[str] = ()) -> Any:
        request = Request(self.url + address, urlencode([*map(tuple, fields)]).encode())
        if file:
            boundary, request.data = encode_multipart(dict(fields) | {file[0]: opened(file)})
            request.add_header("Content-Type", f"multipart/form-data; boundary={boundary}")
        answer = self._open(request, status)
        to = answer.headers.get("Location", "")
        sent = [[name, value] for name, value in fields if name != "csrf_token"]
        kind = answer.headers.get_content_type()
        self.log.append(
            {"browser": self.name, "address": address, "fields": sent, "status": status, "kind": kind, "to": to}
            | ({"file": list(file)} if file else {})
        )
        return answer

    def ask(self, address: str, body: dict[str, Any]) -> None:
        """Send JSON to the interface for programs, and write its answer down."""
        request = Request(self.url + address, json.dumps(body).encode(), {"Content-Type": "application/json"})
        answer = json.loads(self._open(request, 200).read())
        self.log.append({"browser": self.name, "address": address, "json": body, "status": 200, "answer": answer})

    def _open(self, request: Request, status: int) -> Any:
        try:
            answer = self._staying.open(request)
        except HTTPError as error:
            answer = error
        if answer.status != status:
            raise SystemExit(f"{request.full_url} answered {answer.status}, not {status}:\n{_words(answer.read())}")
        return answer


def opened(file: Sequence[str]) -> FileStorage:
    """Return a file of a journey as a form sends it: the field, its name and its bytes in base64."""
    return FileStorage(io.BytesIO(base64.b64decode(file[2])), filename=file[1], name=file[0])


def _parsed(text: bytes, address: str) -> Any:
    page = lxml.html.document_fromstring(text.decode())
    page.rewrite_links(lambda link: urljoin(address, link))
    return page


def _form(page: Any, address: str, ends: str) -> tuple[str, list[list[str]]]:
    """Return the address of a page's form, which ends so, and its fields as they are shown."""
    forms = [(_path(form, address), form) for form in page.forms if form.method == "POST"]
    to, found = next((path, form) for path, form in forms if path.endswith(ends))
    return to, [[name, value.removeprefix("\n")] for name, value in found.form_values()]


def _path(form: Any, address: str) -> str:
    return (form.action or address).partition("#")[0]


def _last(answer: Any) -> str:
    """Return the last part of the address that an answer leads to."""
    return urlsplit(answer.headers.get("Location", "")).path.rpartition("/")[2]


def _several(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _words(text: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text.decode()))[:2000]


RULINGS = {
    "mecha-mettle": {"added-dice": "pool", "empty-deck": "none"},
    "mechalyte": {"layout": "five-by-five", "spare-dice": "fewer"},
    "techniconica": {"rule-twice": "highest", "halved-speed": "down"},
    "mechastellar": {"melee-pool": "plus-two", "push-after": "after"},
    "wreck-a-mech": {"wheel": "akio-zhao-freedom", "gained-cards": "draw"},
}
COLLECTIONS = {
    "techniconica": {
        "shard-cannon": 2,
        "cadet": 1,
        "scout-cab": 1,
        "courier-wheels": 1,
        "auto-rifle": 2,
        "oil-slick": 1,
    },
    "wreck-a-mech": {"trainer-head": 1, "mic-drop": 1, "harder-hat": 1},
    "mechalyte": {"power": 4},
}
ROWS = "id,name,ar,dt,we,pc,text\ntin-lid,Tin Lid,1,1,1,0,\nodd-lid,Odd Lid,lots,1,1,0,\n"
TIN_ARM = {"name": "Tin Arm", "position": "left_arm", "corporation": "zhao", "rank": 1, "attack": 1, "defense": 1}
TIN_ARM |= {"structure": 1, "penalty": 0}
DRAFT = ["light-thrusters", "hydrostatic-bearings", "emergency-shields", "artificial-intelligence"]
WOLF = {
    "mech-0-name": "Sniper Wolf",
    "mech-0-locomotor": "hauler-tracks",
    "mech-0-cockpit": "standard-cockpit",
    "mech-0-pilot": "sharpshooter",
    "mech-0-slot-1,1": "long-rifle",
    "mech-0-slot-1,2": "twin-machine-guns",
    "mech-0-slot-2,1": "gas-turbine",
    "mech-0-slot-2,3": "fuel-cell",
}
SECOND_WOLF = {name.replace("-0-", "-1-"): card for name, card in WOLF.items()} | {
    "mech-1-name": "Heavy Wolf",
    "mech-1-locomotor": "courier-wheels",
    "mech-1-locomotor-attached": ["steel-plate"],
    "mech-1-pilot": "ilse-korrin",
}
FLEET = {
    "size": 500,
    "theatre": "space",
    "unit-0-profile": "dervish",
    "unit-0-count": 3,
}
GREATER_FLEET = {
    "size": 600,
    "commander": "Ace",
    "event": ["narrow-escape"],
    "commands": ["coordinated-attack"],
    "unit-1-place": 2,
    "unit-1-profile": "green-viking-cdr",
    "unit-1-name": "Ace",
    "unit-1-pilot": 2,
    "unit-1-traits": ["Headhunter"],
}
ENCORE = {
    "head": "encore-crown",
    "left_arm": "pyro-fist",
    "deck": "Trainer Head\nMic Drop",
    "opponent_attack": 20,
    "opponent_defense": 3,
    "opponent_parts": "2 Freedom",
}
GREATER_ENCORE = {
    "body": "headliner-core",
    "right_arm": "laser-show",
    "legs": "stadium-stompers",
    "discard": "Keg Hull",
    "junked": "Trainer Body",
}


LAID = {
    "mecha-mettle": ["add flux-engine", "add light-thrusters", "add hydrostatic-bearings", "remove card-1"],
    "mechalyte": ["add power", "add mobility", "add mech:3", "add shield", "move letter-3 slot-1"],
    "techniconica": [
        "add courier-wheels",
        "add standard-cockpit",
        "add cadet",
        "add shard-cannon",
        "move mech-0-slot-1,1 mech-0-slot-1,3",
        "add auto-rifle",
    ],
    "mechastellar": ["add size:500", "add theatre:space", "add dervish", "add argonaut", "remove unit-0"],
    "wreck-a-mech": ["add encore-crown", "add pyro-fist", "move mech:left_arm right_arm", "add keg-hull junked"],
}
"""The acts by which a build of each game is put together from cards."""


def told(me: Browser, other: Browser, phone: Browser) -> dict[str, str]:
    """Do everything; return the ids of the documents by name, the words of the key as `key`."""
    settings(me)
    made = {**packs(me), **builds(me), **laid(me), **trash(me), "theirs": imported(other, "sixth-reel")}
    made |= tables(me, made["first-fleet"])
    only_asked(me)
    return {**made, "key": key(me, other, phone, made["copy"])}


def laid(me: Browser) -> dict[str, str]:
    """Put a build of each game together from cards."""
    return {f"laid-{game}": me.lay(game, f"Laid in {game}", acts) for game, acts in LAID.items()}


def key(me: Browser, other: Browser, phone: Browser, fleet: str) -> str:
    """Make a key and enter it in a browser that has nothing, which then changes a build; return its words."""
    address = f"/mechastellar/builds/{fleet}"
    other.press("/mechastellar/new", {"title": "Not theirs"}, action=address, status=404)
    me.press(f"{address}/share", {"act": "hand-out"}, form="/links")
    me.press(f"{address}/share", {"act": "renew"}, form="/links")
    words = me.make_key()
    other.press("/key", {"key": "abandon ability"}, form="/key/enter", status=422)
    phone.press("/key", {"key": words}, form="/key/enter")
    phone.press(address, {"title": "Fleet by phone"})
    return words


def settings(me: Browser) -> None:
    me.press("/", {"theme": "dark"}, form="/theme")
    for game, chosen in RULINGS.items():
        me.press(f"/{game}/house-rules", chosen, action=f"/{game}/rules")
    laser = {"name": "Workshop laser", "left": 20.5, "top": 19.5, "across": 150.5, "back_right": -1, "back_down": 2}
    laser |= {"back_right_mm": 0, "back_down_mm": 0}
    me.press("/printers", laser)
    me.press("/printers", {"name": "Kitchen inkjet", "along": 199.5, "flip": "short"})
    me.press("/printers", {"name": "Sold", "along": 201})
    me.press("/printers", {"remove": "Sold"})


def packs(me: Browser) -> dict[str, str]:
    """Make a pack of each game from a file's text, others from rows and from single cards, and count cards."""
    made = {f"{game}-pack": new_pack(me, game) for game in GAMES}
    lids = me.press("/techniconica/packs", {"text": ROWS, "title": "Lids", "card-kind": "armour"})
    me.press(f"/techniconica/packs/{lids}", {"title": "Lids of tin"}, form="/rename")
    more = "id,name,ar,dt,we,pc\nzinc-lid,Zinc Lid,2,1,2,0\n"
    me.press(f"/techniconica/packs/{lids}", {"text": more, "card-kind": "armour"}, form="/upload")
    me.press(f"/techniconica/packs/{lids}", {"used": "0"}, form="/use")
    typed = new_pack(me, "mechastellar", "typed")
    me.press(f"/mechastellar/packs/{typed}/card?card=dervish", {"points": 55, "evade": 4})
    me.press(f"/mechastellar/packs/{typed}/card?kind=event", {"id": "snow", "name": "Snow", "text": "It snows."})
    copy = me.press(f"/mechastellar/packs/{typed}", {}, form="/duplicate")
    for game, owned in COLLECTIONS.items():
        me.press(f"/{game}/collection", {f"own.{card}": count for card, count in owned.items()})
    me.press("/mechalyte/collection", {"stop": "1"})
    pictured = me.press("/wreck-a-mech/packs", {"text": "", "title": "With a picture"})
    me.send_picture(f"/wreck-a-mech/packs/{pictured}/card?kind=part", TIN_ARM, GIVEN / "tin-arm.png")
    me.press(
        f"/wreck-a-mech/packs/{pictured}", {"used": "0"}, form="/use"
    )  # no build takes its key, made anew each time
    return made | {"lids": lids, "typed": typed, "typed-copy": copy, "pictured": pictured}


def new_pack(me: Browser, game: str, name: str = "") -> str:
    text = (GIVEN / "packs" / f"{name or game}.toml").read_text("utf-8")
    return me.press(f"/{game}/packs", {"text": text, "title": ""})


def imported(browser: Browser, name: str) -> str:
    return browser.press("/open", {"text": (GIVEN / "builds" / f"{name}.toml").read_text("utf-8")})


def builds(me: Browser) -> dict[str, str]:
    """Make builds with the form of each game and by import, save later versions, press fixes."""
    made = {path.stem: imported(me, path.stem) for path in sorted((GIVEN / "builds").glob("*.toml"))}
    made["thick-skin"] = me.press("/mecha-mettle/new", {"title": "Thick skin", "components": DRAFT})
    made["glass-cannon"] = me.press(
        "/mechalyte/new", {"title": "Glass cannon", "spec": "MIPASA", "turn": ["1 2", "3 4"]}
    )
    made["wolves"] = me.press("/techniconica/new", {"title": "Wolves", **WOLF})
    made["first-fleet"] = me.press("/mechastellar/new", {"title": "First fleet", **FLEET})
    made["encore"] = me.press("/wreck-a-mech/new", {"title": "Encore", **ENCORE})
    best = "/techniconica/best-mech?wish=fast&from=1"
    made["best-mech"] = me.press(best, {}, form="/techniconica/new")

    def save(game: str, name: str, changes: dict[str, Any], **more: Any) -> None:
        me.press(f"/{game}/builds/{made[name]}", changes, **more)

    save("mecha-mettle", "thick-skin", {"components": [DRAFT[0], "universal-ports", *DRAFT[2:]], "seat": 2})
    save("mecha-mettle", "thick-skin", {"title": "Thick skin, thicker"})
    save("mechalyte", "glass-cannon", {"spec": "PPIMSA", "turn": ["1 2 3", "6 6 6 6 6 6"]})
    me.press(f"/mechalyte/builds/{made['glass-cannon']}/versions", {"version": 1}, form="/restore")
    save("techniconica", "wolves", {"title": "Two wolves", **SECOND_WOLF})
    save("mechastellar", "first-fleet", GREATER_FLEET)
    save("wreck-a-mech", "encore", {"title": "Encore, encore", **GREATER_ENCORE})
    save("mecha-mettle", "two-of-a-level", {}, fix=0)
    save("techniconica", "counted-squad", {}, fix=0)
    save("wreck-a-mech", "misplaced", {}, fix=0)
    save("techniconica", "bare-mech", {"use-collection": "1"})
    save("mecha-mettle", "thick-skin", {"version": 1, "title": "Too late"}, status=409)
    save("mechalyte", "glass-cannon", {"spec": "XYZ"}, status=422)
    made["copy"] = me.press(f"/mechastellar/builds/{made['first-fleet']}", {}, form="/duplicate")
    return made


def trash(me: Browser) -> dict[str, str]:
    """Delete a build and a pack, and others that are restored."""
    made = {}
    for name, undo in (("deleted", False), ("restored", True)):
        draft = {"title": f"A {name} draft", "components": ["flux-engine"]}
        build = made[f"{name}-draft"] = me.press("/mecha-mettle/new", draft)
        pack = made[f"{name}-pack"] = me.press("/mechalyte/packs", {"text": "", "title": f"A {name} pack"})
        me.press(f"/mecha-mettle/builds/{build}", {}, form="/delete")
        me.press(f"/mechalyte/packs/{pack}", {}, form="/delete")
        if undo:
            me.press("/", {"undo": "1"}, form=f"{build}/delete")
            me.press("/mechalyte/packs", {"undo": "1"}, form=f"{pack}/delete")
    return made


def tables(me: Browser, fleet: str) -> dict[str, str]:
    """Play at tables of one phone: one kept by hand to its end, two on record sheets, and five of the other games.

    Another is against the computer.
    """
    hand = me.press("/mechastellar/tables/new", {"title": "By hand", "phones": "one", "kept": "hand"})
    dice = {"act": "move", "name": "dice", "value.expression": "2d6"}
    lost = {"act": "move", "name": "counter", "value.what": "Ace lost", "value.value": "500"}
    round_one = {"act": "move", "name": "counter", "value.what": "Round", "value.value": "1", "value.shared": "true"}
    acts: list[dict[str, Any]] = [{"act": "bring", "build": fleet}, dice, lost, round_one, {"act": "undo"}]
    for act in (
        *acts,
        {"act": "redo"},
        {"act": "note", "text": "Late"},
        {"act": "result", "winner": "1"},
        {"act": "finish"},
    ):
        me.press(f"/tables/{hand}", act)
    made = on_records(me, fleet)
    made["table-by-hand"] = hand
    for name, specs in (("open-table", ("MIPASA", "PMISAA")), ("sealed-table", ("PPPPPP",))):
        made[name] = me.press("/mechalyte/tables/new", {"title": name, "phones": "one", "option.dice": "20"})
        at = f"/tables/{made[name]}"
        for seat, spec in enumerate(specs):
            me.press(f"{at}?seat={seat}&shown={seat + 2}", {"act": "seal", "sealed.spec": spec}, form=at)
    moves = ({"who": "0"}, "begin"), ({"level": 4, "factory": "L1"}, "build"), ({"to": "end"}, "phase")
    for values, move in moves:
        me.press(f"/tables/{made['open-table']}", {"act": "move", "move": json.dumps({"name": move, "values": values})})
    me.press(f"/tables/{made['open-table']}", {"act": "correct", "field": "points.a", "value": "50"})
    made["cards"] = me.press("/wreck-a-mech/tables/new", {"title": "Cards", "phones": "one", "seats": "2"})
    at, deal = f"/tables/{made['cards']}", json.dumps({"name": "deal", "values": {}})
    me.press(f"{at}?seat=0&shown=2", {"act": "move", "move": deal}, form=at)
    printed = {"title": "Printed", "phones": "one", "seats": "2", "option.cards": "on-your-table"}
    made["printed-cards"] = me.press("/wreck-a-mech/tables/new", printed)
    at = f"/tables/{made['printed-cards']}"
    me.press(f"{at}?seat=0&shown=2", {"act": "move", "move": deal}, form=at)
    for card in ("spotlight-visor", "laugh-track"):
        me.press(at, {"act": "card", "card": card})
    made["modules"] = me.press("/mecha-mettle/tables/new", {"title": "Modules", "phones": "one"})
    at = f"/tables/{made['modules']}"
    begin = json.dumps({"name": "begin", "values": {}})
    me.press(f"{at}?seat=0&shown=2", {"act": "move", "move": begin}, form=at)
    solo = {"title": "Solo", "phones": "solo", "strength": "fair", "seats": "2"}
    at = me.press("/wreck-a-mech/tables/new", solo)
    me.press(f"/tables/{at}", {"act": "move", "move": deal})
    made["solo"] = at.partition(".")[0]
    return made


def on_records(me: Browser, fleet: str) -> dict[str, str]:
    """Begin a battle on record sheets: a build for each seat, the first Round, an activation, a mark on a record."""
    battle = me.press("/mechastellar/tables/new", {"title": "Battle", "phones": "one"})
    at = f"/tables/{battle}"
    for seat in ("0", "1"):
        me.press(at, {"act": "bring", "build": fleet, "seat": seat})
    for act in (
        {"act": "move", "move": json.dumps({"name": "begin", "values": {}})},
        {"act": "answer", "faces": "1"},
        {
            "act": "move",
            "move": json.dumps({"name": "mark", "values": {"unit": "1.1", "track": "hp", "value": 500}}),
            "seat": "0",
        },
    ):
        me.press(at, act)
    return {"battle": battle}


def only_asked(me: Browser) -> None:
    """Send the forms that keep nothing: checks, rolls, custom cards; and what a program sends."""
    me.press("/mecha-mettle/new", {"components": DRAFT[:2]}, action="/mecha-mettle/check", status=200)
    me.press("/mechalyte/new", {"spec": "MIPA"}, action="/mechalyte/check", status=200)
    me.press("/techniconica/new", WOLF, action="/techniconica/check", status=200)
    me.press("/mechastellar/new", FLEET, action="/mechastellar/check", status=200)
    me.press("/wreck-a-mech/new", ENCORE, action="/wreck-a-mech/check", status=200)
    pasted = (GIVEN / "builds" / "garage.toml").read_text("utf-8")
    me.press("/mechastellar/matchup", {"text": pasted})
    me.press("/techniconica/matchup", {"other": "typed", "armour": "3"})
    change = {"add": {"components": ["flux-engine"]}}
    me.press(
        "/mecha-mettle/draft-plan?plan=survive", {"change": json.dumps(change)}, form="/mecha-mettle/use", status=200
    )
    me.roll("/roll", {"expression": "3d6+2"})
    me.roll("/mecha-mettle/roll/attack", {"weapon": "hammer", "target": "reactor", "side": "shield"})
    me.roll("/mechalyte/roll/combat", {"a": "MIPASA:4", "b": "PMISAA:5"})
    me.roll("/techniconica/roll/bottle-test", {"fortitude": "5"})
    me.roll("/mechastellar/roll/armor-save", {"pen": "4", "hits": "2"})
    cards = {"text": (GIVEN / "cards.csv").read_text("utf-8"), "title": "Shed", "own_format": "60x90"}
    me.press("/custom-cards?of=rows", {**cards, "do": "show"}, status=200)
    paper = {
        "flip": "short",
        "paper": "letter",
        "cut_bleed": 1,
        "lines": "dots",
        "printer": "Workshop laser",
        "ink": "grey",
    }
    me.press(
        "/custom-cards?of=rows",
        {**cards, **paper, "do": "file", "to": "print", "only": "Tin Lid"},
        status=200,
    )
    me.press(
        "/custom-cards?of=rows",
        {**cards, "do": "file", "to": "png", "dpi": 72, "bleed": "yes"},
        status=200,
    )
    rifle = {"attack": 3, "attack_die": "regular", "defend": 3, "defend_die": "shield"}
    me.ask("/api/v1/odds/mecha-mettle/attack", {"inputs": rifle, "rulings": {"added-dice": "pool"}})
    me.ask("/api/v1/roll/mecha-mettle/attack", {"inputs": rifle, "faces": [[5, 6, 1], [4, 3, 2]]})
    me.ask("/api/v1/roll", {"expression": "4d6kh3", "seed": 5})
    guns = {"title": "Big guns", "key": "packed-mechalyte", "module": [{"id": "power", "adds": 2}]}
    me.ask("/api/v1/analyses/mechalyte/duels", {"inputs": {"a": "PPPSIA", "b": "MIPASA"}, "pack": [guns]})
    me.ask("/api/v1/check", {"game": "mechalyte", "title": "Half", "spec": "MIP"})
