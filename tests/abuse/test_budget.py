"""The law: nothing takes more than its budget, whatever a field, a question or an upload holds.

Each answer is a page or JSON within its size, or a sentence: 422 with what to do, 503 with when to come back. Times are
counted by the budget, not by a clock, and judged only at length: machines are noisy.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.json_types import to_json
from companion.data.documents import to_document
from companion.games import GAMES
from companion.limits.budget import Limits
from companion.printing.custom.options import CustomCardOptions
from companion.printing.export.options import ExportOptions
from companion.printing.sheets.options import PrintOptions
from companion.web import create_app
from tests.abuse import heavy, limits
from tests.abuse.amount import SECONDS, cases, rounds
from tests.abuse.crawler import multipart
from tests.abuse.within import Noted, answered
from tests.pairs import FIGHTS

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
PRINTED = ("print", "print.pdf", "print/cuts.svg", "print/sheet-1.png")
EXPORTED = ("print", "export/cards", "export/face-1.png")
AT_LENGTH = pytest.mark.skipif(not SECONDS, reason="takes long; `make abuse` runs it")
FORMS = {"WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}


@pytest.fixture
def app(tmp_path):
    """An app with little time for each answer, so that what is heavy meets its limit soon."""
    app = create_app(f"sqlite:///{tmp_path / 'budget.sqlite3'}", "key", **FORMS)
    app.wsgi_app.limits = Limits(seconds=2 if SECONDS else 0.3, memory=256)
    yield app
    app.extensions["store"].close()


@pytest.fixture
def within(app, tally):
    """Send a request, count it, and check that its answer keeps to the budget."""
    client, noted = app.test_client(), Noted(app)

    def send(address, **sent):
        tally()
        answer = answered(client, noted, address, **sent)
        assert list(answer.complaints) == [], address
        return answer

    return send


@EACH_GAME
def test_every_resolver_and_every_analysis_at_its_limits(game, within):
    for _ in rounds():
        for kind in (*game.resolvers, *game.analyses):
            _at_limits(game, kind, within)


def _at_limits(game, kind, within):
    rolled = kind in game.resolvers
    address = f"/api/v1/{'odds' if rolled else 'analyses'}/{game.slug}/{kind.name}"

    @cases(3)
    @given(given=limits.inputs(kind.inputs, game.catalogue), data=st.data())
    def asked(given, data):
        for _ in range(4):
            answer = within(address, method="POST", json={"inputs": given})
            if answer.response.status_code != 422 or not answer.response.json["input_errors"]:
                break
            given = limits.repaired(given, answer.response.json["input_errors"], data.draw)
        page = f"/{game.slug}/roll/{kind.name}" if rolled else f"/{game.slug}/{kind.name}"
        plain = {name: value for name, value in given.items() if not isinstance(value, dict | list)}
        within(page, query_string=plain)
        if rolled:
            within(page, method="POST", data=plain)
            within(f"/api/v1/roll/{game.slug}/{kind.name}", method="POST", json={"inputs": given})

    asked()


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_every_matchup_of_large_builds_in_any_circumstances(game, within):
    """Lists of an example twenty times over, legal or not, on both sides."""
    room = game.matchup
    sides = [heavier(to_document(build)) for build in game.examples.values()]

    @cases(2)
    @given(
        mine=st.sampled_from(sides), theirs=st.sampled_from(sides), conditions=limits.inputs(room.circumstances, None)
    )
    def compared(mine, theirs, conditions):
        within(
            f"/api/v1/matchup/{game.slug}",
            method="POST",
            json={"mine": mine, "theirs": theirs, "conditions": conditions},
        )
        within(f"/{game.slug}/matchup", method="POST", data={"text": to_json(theirs)})
        within(f"/{game.slug}/roll", query_string=conditions)
        within(f"/{game.slug}/matchup.pdf", query_string=conditions)

    for _ in rounds():
        compared()


def heavier(document):
    """Return a build with the entries of its lists of tables twenty times over."""
    return {
        name: value * 20 if isinstance(value, list) and value and isinstance(value[0], dict) else value
        for name, value in document.items()
    }


def test_dice_that_once_took_long(within):
    for expression in heavy.DICE:
        for address in ("/roll", "/api/v1/odds"):
            within(address, query_string={"expression": expression})
        within("/roll", method="POST", data={"expression": expression})


def test_every_dice_expression(within):
    @cases(8)
    @given(expression=limits.expressions())
    def asked(expression):
        for address in ("/roll", "/api/v1/odds"):
            within(address, query_string={"expression": expression})
        within("/api/v1/roll", method="POST", json={"expression": expression})

    for _ in rounds():
        asked()


@EACH_GAME
def test_everything_that_is_printed_or_exported_with_any_options(game, within):
    sets = st.lists(st.sampled_from([each.name for each in game.print_sets]), min_size=1, unique=True)

    @cases(2)
    @given(
        what=sets,
        printed=limits.inputs(PrintOptions, game.catalogue),
        exported=limits.inputs(ExportOptions, game.catalogue),
    )
    def asked(what, printed, exported):
        for pages, options in ((PRINTED, printed), (EXPORTED, {"to": "png", **exported})):
            typed = {name: _typed(value) for name, value in options.items() if value not in ("", None)}
            for page in pages:
                within(f"/{game.slug}/{page}", query_string={"what": what, **typed})

    for _ in rounds():
        asked()


def _typed(value):
    """Return a value as a form has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "\n".join(f"{count} {name}" for name, count in value.items())
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


SIZES = st.sampled_from([40_000, 400_000, 990_000])


@EACH_GAME
def test_every_upload_of_a_game(game, within):
    kinds = [*game.kinds]
    fields = [name for name in game.model.model_fields if name not in ("game", "title", "rulings")]

    @st.composite
    def uploads(draw):
        how, size = draw(st.sampled_from([*heavy.TEXTS, "pack", "tables", "words"])), draw(SIZES)
        if how == "pack":
            return heavy.pack(game.slug, game.catalogue, size)
        if how in ("tables", "words"):
            return heavy.lists(game.slug, fields, size, {} if how == "tables" else "x")
        return heavy.TEXTS[how](size)

    @cases(2)
    @given(text=uploads(), kind=st.sampled_from(kinds), name=st.sampled_from(["", "a.csv", "a.toml", "a.json"]))
    def sent(text, kind, name):
        for address in (f"/{game.slug}/packs", "/import"):
            given = [("title", "Heavy"), ("card-kind", kind), *([] if name else [("text", text)])]
            body, sent_as = multipart(given, [("file", name, text.encode())] if name else [])
            within(address, method="POST", data=body, content_type=sent_as)
        within(f"/{game.slug}/collection", method="POST", data={"text": text, "do": "text"})
        within("/api/v1/check", method="POST", data=text)
        within(f"/api/v1/cards/{game.slug}", method="POST", data=text)

    for _ in rounds():
        sent()


@AT_LENGTH
@EACH_GAME
def test_every_page_with_the_largest_pack_in_use(game, within):
    pack = heavy.pack(game.slug, game.catalogue, 990_000)
    made = within(f"/{game.slug}/packs", method="POST", data={"text": pack, "title": "Heavy"})
    pages = [made.response.location] if made.response.location else []
    plain = ("", "new", "cards", "cards?tab=collection", "house-rules", "cards?tab=packs", "roll", "rules")
    pages += [f"/{game.slug}/{page}" for page in plain]
    pages += [f"/{game.slug}/{kind.name}" for kind in game.analyses]
    pages += [f"/{game.slug}/roll/{kind.name}" for kind in game.resolvers]
    for each in game.print_sets:
        pages += [f"/{game.slug}/{page}?what={each.name}" for page in ("print", "print.pdf")]
        pages += [f"/{game.slug}/print?to=png&what={each.name}"]
    for page in pages:
        within(page)


def test_every_upload_of_custom_cards(within):
    @cases(8)
    @given(
        how=st.sampled_from([*heavy.TEXTS]),
        size=SIZES,
        cards=limits.inputs(CustomCardOptions, GAMES[0].catalogue),
        printed=limits.inputs(PrintOptions, GAMES[0].catalogue),
        exported=limits.inputs(ExportOptions, GAMES[0].catalogue),
        do=st.sampled_from(["show", "file"]),
    )
    def sent(how, size, cards, printed, exported, do):
        options = {name: _typed(value) for given in (printed, exported, cards) for name, value in given.items()}
        within("/custom-cards", method="POST", data={**options, "text": heavy.TEXTS[how](size), "do": do})

    for _ in rounds():
        sent()


@AT_LENGTH
@pytest.mark.parametrize("do", ["show", "file"])
@pytest.mark.parametrize("to", ["print", "png", "tts", "shop"])
def test_sixty_pictures_of_twenty_megapixels(do, to, within):
    data = heavy.picture(20)
    rows = "".join(f"Card {n},p{n}.png\n" for n in range(60))
    files = [("pictures", f"p{n}.png", data + bytes([n])) for n in range(60)]
    form = [("text", f"title,picture\n{rows}"), ("do", do), ("to", to), ("dpi", "1200"), ("at", "C:/x")]
    body, kind = multipart(form, files)
    within("/custom-cards", method="POST", data=body, content_type=kind)


def test_a_form_of_a_million_values(within):
    for name in ("expression", "what", "text", "ruling.x"):
        for values in (300, 5_000) if SECONDS else (5_000,):
            within("/roll", method="POST", data={name: ["1d6"] * values})
            for game in GAMES:
                for page in ("new", "check", f"roll/{game.resolvers[0].name}", "collection", "packs"):
                    within(f"/{game.slug}/{page}", method="POST", data={name: ["x"] * values})
