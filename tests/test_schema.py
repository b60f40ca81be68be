"""The JSON Schema of builds and packs: what it accepts is read, what is read it accepts; card ids are offered."""

import json
from functools import cache

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data import packs
from companion.data.documents import to_document
from companion.game_system import schema
from companion.games import GAMES, game

IDS = [g.slug for g in GAMES]
SCHEMAS = {g.slug: schema.game_schema(g) for g in GAMES}


def valid(slug, document):
    return Draft202012Validator(SCHEMAS[slug]).is_valid(document)


def drawn(shape, defs):
    """Return values that a schema of the kinds used here accepts."""
    if "$ref" in shape:
        return drawn(defs[shape["$ref"].rsplit("/", 1)[1]], defs)
    if "anyOf" in shape:
        return st.one_of([drawn(way, defs) for way in shape["anyOf"]])
    if "enum" in shape or "const" in shape:
        return st.sampled_from(shape.get("enum") or [shape["const"]])
    match shape.get("type"):
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(shape.get("minimum", -(10**6)), shape.get("maximum", 10**6))
        case "array":
            least, most = shape.get("minItems", 0), min(shape.get("maxItems", 3), 3)
            return st.lists(drawn(shape.get("items", {}), defs), min_size=least, max_size=max(least, most))
        case "object" if "properties" in shape:
            wanted = set(shape.get("required", ()))
            parts = {key: drawn(part, defs) for key, part in shape["properties"].items()}
            needed = {key: parts[key] for key in parts if key in wanted}
            return st.fixed_dictionaries(needed, optional={k: v for k, v in parts.items() if k not in wanted})
        case "object":
            keys = drawn(shape["propertyNames"], defs) if "propertyNames" in shape else st.text("abc", min_size=1)
            return st.dictionaries(keys, drawn(shape.get("additionalProperties", {}), defs), max_size=3)
        case _:
            if "pattern" in shape:
                return st.from_regex(shape["pattern"], fullmatch=True).filter(
                    lambda t: len(t) <= shape.get("maxLength", 60)
                )
            return st.text("abc xyz", min_size=shape.get("minLength", 0), max_size=min(shape.get("maxLength", 12), 12))


@pytest.mark.parametrize("slug", IDS)
def test_it_is_a_schema(slug):
    Draft202012Validator.check_schema(SCHEMAS[slug])


@cache
def records(slug, kind):
    """Return a strategy of what the schema accepts as a new card but for its id."""
    model_schema = SCHEMAS[slug]["$defs"][kind]
    parts = {k: v for k, v in model_schema["properties"].items() if k not in ("id", "origin")}
    needed = [*model_schema.get("else", {}).get("required", ())]
    return drawn({"type": "object", "properties": parts, "required": needed}, SCHEMAS[slug]["$defs"])


@pytest.mark.parametrize("slug", ["techniconica", "mecha-mettle"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_card_the_schema_accepts_the_model_reads(slug, data):
    """Where the model's own validators ask for more than the schema can say, only the id may be at fault."""
    found = game(slug)
    kind = data.draw(st.sampled_from(list(found.kinds)))
    record = data.draw(records(slug, kind))
    pack = {"game": slug, "kind": "pack", kind: [{"id": "an-own-card", **record}]}
    assert valid(slug, pack)
    catalogue = found.catalogue.merge_rows(packs.read_pack(pack, found.catalogue))
    assert "an-own-card" in catalogue.cards


@pytest.mark.parametrize("slug", IDS)
def test_every_card_that_ships_is_a_card_of_the_schema(slug):
    found = game(slug)
    pack = {"game": slug, "kind": "pack"}
    for kind, record in found.catalogue.raw.values():
        pack.setdefault(kind, []).append(json.loads(json.dumps(record)))
    Draft202012Validator(SCHEMAS[slug]).validate(pack)


@pytest.mark.parametrize("slug", IDS)
def test_a_shipped_card_is_changed_by_its_id_and_one_field(slug):
    found = game(slug)
    card_id, (kind, _) = next(iter(found.catalogue.raw.items()))
    assert valid(slug, {"game": slug, "kind": "pack", kind: [{"id": card_id, "name": "Other"}]})
    assert not valid(slug, {"game": slug, "kind": "pack", kind: [{"id": card_id, "frob": 1}]})
    assert not valid(slug, {"game": slug, "kind": "pack", kind: [{}]})
    assert not valid(slug, {"game": slug, "kind": "pack", "nothing": []})


def test_a_name_stands_for_an_id_as_it_does_for_the_reader():
    def both(record):
        pack = {"game": "techniconica", "kind": "pack", "weapon": [record]}
        try:
            game("techniconica").catalogue_of({"pack": [{"weapon": [record]}]})
        except InvalidInput:
            return (False, valid("techniconica", pack))
        return (True, valid("techniconica", pack))

    assert both({"name": "Shard Cannon", "we": 2}) == (True, True)
    assert both({"we": 2}) == (False, False)
    assert both({"id": "no-such-gun"}) == (False, False)
    assert both({"name": "Shard Cannon", "we": True}) == (False, False)


def test_a_new_card_may_not_have_what_only_one_card_has():
    module = {"id": "engine", "name": "Engine", "letter": "P", "rating": "power", "base": 1, "adds": 2, "text": "x"}
    document = {"game": "mechalyte", "kind": "pack", "module": [module]}
    assert not valid("mechalyte", document)
    with pytest.raises(InvalidInput):
        game("mechalyte").catalogue_of({"pack": [{"module": [module]}]})
    assert valid("mechalyte", {**document, "module": [{**module, "id": "power"}]})


BUILDS = [
    {"game": "mecha-mettle", "title": "D", "components": ["recombinator", "flux-engine"], "seat": 2},
    {"game": "mechalyte", "spec": "PSMIAP", "turn": [{"build": [1, 2]}]},
    {
        "game": "techniconica",
        "mech": [
            {
                "name": "W",
                "locomotor": "my-legs",
                "pilot": {"card": "fuel-cell", "attached": ["fuel-cell"]},
                "part": [{"card": "fuel-cell", "slot": "1,1"}],
            }
        ],
        "owned": {"fuel-cell": 2},
        "pack": [{"title": "Box", "key": "k", "locomotor": [{"id": "my-legs", "name": "Legs", "mw": 9}]}],
        "rulings": {"accurate-jam": "any"},
    },
]


@pytest.mark.parametrize("document", BUILDS, ids=lambda d: d["game"])
def test_a_build_the_model_reads_the_schema_accepts(document):
    slug = document["game"]
    assert valid(slug, document)
    assert valid(slug, to_document(game(slug).read(document)))


@pytest.mark.parametrize(
    "document",
    [
        {"game": "techniconica", "mech": 3},
        {"game": "techniconica", "rulings": {"accurate-jam": "never"}},
        {"game": "techniconica", "frob": 1},
        {"game": "techniconica", "pack": [{"weapon": [{"id": "x"}]}]},
        {"game": "techniconica", "pack": [{"wing": []}]},
        {"game": "chess"},
        {"title": "no game"},
    ],
)
def test_what_the_schema_refuses_the_model_refuses_too(document):
    assert not valid("techniconica", document)
    with pytest.raises(InvalidInput):
        game("techniconica").read(document)


@pytest.mark.parametrize("slug", ["mecha-mettle", "techniconica"])
def test_builds_offer_card_ids(slug):
    text = json.dumps(SCHEMAS[slug]["$defs"])
    kind = {"mecha-mettle": "component", "techniconica": "weapon"}[slug]
    assert SCHEMAS[slug]["$defs"][f"{kind}.ids"]["enum"][0] in game(slug).catalogue.cards
    assert f'"$ref": "#/$defs/{kind}.ids"' in text
    assert "card_ids" not in text


def test_the_command_prints_it_for_every_game(tmp_path):
    runner = CliRunner()
    for found in GAMES:
        assert json.loads(runner.invoke(main, ["schema", found.slug, "--json"]).stdout) == SCHEMAS[found.slug]
    assert runner.invoke(main, ["schema", "techniconica", "-o", str(tmp_path / "s.json")]).exit_code == 0
    assert json.loads((tmp_path / "s.json").read_text("utf-8")) == SCHEMAS["techniconica"]
    gone = runner.invoke(main, ["schema", "techniconica", "-o", str(tmp_path / "no" / "s.json")])
    assert (gone.exit_code, "a file that can be written" in gone.stderr) == (2, True)
    assert runner.invoke(main, ["schema", "chess"]).exit_code == 2


def test_with_a_pack_its_ids_are_offered_too(tmp_path):
    (tmp_path / "weapon.csv").write_text("name\nRail gun\n", "utf-8")
    ran = CliRunner().invoke(main, ["schema", "techniconica", "--pack", str(tmp_path / "weapon.csv")])
    with_pack = json.loads(ran.stdout)
    assert "rail-gun" in with_pack["$defs"]["weapon.ids"]["enum"]
    build = {"game": "techniconica", "mech": [{"name": "W", "part": [{"card": "rail-gun", "slot": "1,1"}]}]}
    assert Draft202012Validator(with_pack).is_valid(build) and not valid("techniconica", build)


def test_the_command_prints_the_schema_of_one_kind():
    ran = CliRunner().invoke(main, ["schema", "techniconica", "--kind", "house-rules"])
    assert json.loads(ran.stdout) == schema.game_schema(game("techniconica"), kind="house-rules")
    unknown = CliRunner().invoke(main, ["schema", "techniconica", "--kind", "list"])
    assert (unknown.exit_code, "one of build, pack, house-rules" in unknown.stderr) == (2, True)


def without_a_letter(value, ids):
    """Give each card that a document names, as text or as key, with a copy in which its id lacks the last letter."""
    if isinstance(value, str) and value in ids:
        yield value, value[:-1]
    for key, part in value.items() if isinstance(value, dict) else ():
        if key in ids:
            yield key, {(k[:-1] if k == key else k): v for k, v in value.items()}
        yield from ((card, {**value, key: changed}) for card, changed in without_a_letter(part, ids))
    for number, part in enumerate(value) if isinstance(value, list) else ():
        for card, changed in without_a_letter(part, ids):
            yield card, [*value[:number], changed, *value[number + 1 :]]


def parts_of(schema):
    yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts_of(part)


@pytest.mark.parametrize("slug", IDS)
def test_the_longest_list_is_in_the_words_of_lists(slug):
    """A longest length of a list is `maxItems`: no reader looks for `maxLength` there."""
    inputs = [kind.inputs.model_json_schema() for kind in (*game(slug).resolvers, *game(slug).analyses)]
    parts = [part for part in parts_of([SCHEMAS[slug], *inputs]) if isinstance(part, dict)]
    assert [part for part in parts if part.get("type") == "array" and "maxLength" in part] == []
    assert [part for part in parts if part.get("type") == "object" and "maxItems" in part] == []


@pytest.mark.parametrize("text", ['{"$schema": "x.json", %s}', '"$schema" = "x.json"\n%s'])
@pytest.mark.parametrize(
    "fields",
    [
        {"game": "techniconica"},
        {"game": "techniconica", "kind": "pack"},
        {"game": "techniconica", "kind": "house-rules", "title": "Tuesday"},
    ],
    ids=schema.KINDS,
)
def test_a_document_may_name_its_schema_for_the_editor(tmp_path, text, fields):
    if text.startswith("{"):
        written = text % ", ".join(f'"{key}": "{value}"' for key, value in fields.items())
    else:
        written = text % "\n".join(f'{key} = "{value}"' for key, value in fields.items())
    (tmp_path / "named").write_text(written, "utf-8")
    assert valid("techniconica", {"$schema": "x.json", **fields})
    ran = CliRunner().invoke(main, ["check", str(tmp_path / "named")])
    assert ran.exit_code < 2, ran.output


WITH_CARDS = [g.slug for g in GAMES if '"card_ids"' in json.dumps(g.model.model_json_schema())]


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_a_misspelt_card_is_marked_as_the_check_finds_it_and_a_packs_card_is_not(slug):
    """Wherever an example names a card, one at a time."""
    found, tried = game(slug), 0
    for build in found.examples.values():
        document = to_document(build)
        assert valid(slug, document)
        for card, misspelt in without_a_letter(document, set(found.catalogue.cards)):
            findings = found.verdict(found.read(misspelt)).findings
            assert not valid(slug, misspelt) and "unknown-card" in {finding.rule for finding in findings}, card
            kind, record = found.catalogue.raw[card]
            pack = {"title": "Box", "key": "k", kind: [{**json.loads(json.dumps(record)), "id": card[:-1]}]}
            assert valid(slug, {**misspelt, "pack": [pack]}), card
            tried += 1
    assert tried > (10 if len(found.catalogue.cards) > 10 else 0)


@pytest.mark.parametrize("slug", IDS)
@pytest.mark.parametrize("kind", schema.KINDS)
def test_the_schema_of_one_kind_has_its_fields_at_once(slug, kind):
    """Editors complete what stands under references, not what a condition leads to."""
    of_kind = schema.game_schema(game(slug), kind=kind)
    assert set(of_kind) == {"$schema", "title", "type", "$ref", "$defs"}
    found = game(slug)
    card_id, (card_kind, _) = next(iter(found.catalogue.raw.items()))
    documents = {
        "build": to_document(next(iter(found.examples.values()))),
        "pack": {"game": slug, "kind": "pack", card_kind: [{"id": card_id, "name": "Other"}]},
        "house-rules": {"game": slug, "kind": "house-rules", "title": "Tuesday"},
    }
    checked = Draft202012Validator(of_kind)
    assert [name for name, document in documents.items() if checked.is_valid(document)] == [kind]
