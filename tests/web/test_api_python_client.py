"""A Python client that another program writes from the OpenAPI document: it calls every operation of a served instance.

Nothing may be lost on the way: what the client has read, written again, is what the server sent.
"""

import inspect
import json
import keyword
import os
import re
import subprocess
import sys
import types
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Union, get_args, get_origin, get_type_hints

import pytest

from companion.web.api.openapi import openapi
from tests.web.api_calls import calls

pytestmark = pytest.mark.long

UNKNOWN_TYPES = {
    ("POST /cards/{game}", "application/toml"),
    ("POST /check", "application/toml"),
    ("POST /check", "text/plain"),
}
"""The content types that the generator does not know, with the operations that take them besides JSON."""
WARNING = re.compile(r"^WARNING parsing (\w+ \S+) within \w+\.\n+(.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Return what the generator printed, with the client that it wrote to be imported as `mech_client`."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(openapi()), "utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    files = ["--path", "openapi.json", "--output-path", "mech_client"]
    with_ruff = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(
        [*command, *files],
        cwd=folder,
        env=with_ruff,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    sys.path.insert(0, str(folder))
    yield ran
    sys.path.remove(str(folder))


def test_it_is_written_without_a_warning_but_for_types_it_does_not_know(generated):
    assert generated.returncode == 0, generated.stdout
    warnings = {
        (place, text.removeprefix("Unsupported content type ")) for place, text in WARNING.findall(generated.stdout)
    }
    assert warnings == UNKNOWN_TYPES, generated.stdout
    assert generated.stdout.count("WARNING") == len(UNKNOWN_TYPES) and "Unable" not in generated.stdout


def module_of(ident):
    """Return the generated module of an operation, in whatever folder its tag became."""
    import mech_client

    [file] = Path(mech_client.__file__).parent.glob(f"api/*/{ident}.py")
    return import_module(f"mech_client.api.{file.parent.name}.{ident}")


def as_argument(value, wanted):
    """Return plain data as the class of an argument: one of an enumeration, a model, or itself."""
    ways = get_args(wanted) if get_origin(wanted) in (Union, types.UnionType) else [wanted]
    for way in ways:
        if get_origin(way) is list and isinstance(value, list):
            return [as_argument(part, get_args(way)[0]) for part in value]
        if isinstance(way, type) and issubclass(way, Enum):
            return way(value)
        if hasattr(way, "from_dict") and isinstance(value, dict):
            return way.from_dict(value)
    return value


def call(server, one):
    """Return what the client answers to a call."""
    from mech_client import Client

    function = module_of(one.ident).sync_detailed
    wanted, names = get_type_hints(function), inspect.signature(function).parameters
    given = dict(one.query)
    if "{game}" in one.path:
        given["game"] = one.game
    if "{kind}" in one.path:
        given["kind"] = one.documents
    if one.body is not None:
        given["body"] = one.body
    arguments = {}
    for name, value in given.items():
        word = re.sub(r"\W", "_", name)
        word = f"{word}_" if keyword.iskeyword(word) else word
        assert word in names, f"{one.ident}: {name}"
        arguments[word] = as_argument(value, wanted[word])
    return function(client=Client(base_url=f"{server}/api/v1"), **arguments)


def test_it_calls_every_operation_and_loses_nothing(generated, live_url):
    called = set()
    for one in calls():
        if one.kind != "application/json":
            continue
        answer = call(live_url, one)
        assert answer.status_code == 200, f"{one.ident}: {answer.content[:300]!r}"
        assert answer.parsed is not None, one.ident
        assert answer.parsed.to_dict() == json.loads(answer.content), one.ident
        called.add(one.ident)
    assert called == {operation["operationId"] for verbs in openapi()["paths"].values() for operation in verbs.values()}


def test_it_reads_errors_as_errors(generated, live_url):
    from mech_client import Client
    from mech_client.api.dice import odds
    from mech_client.models import Error

    answer = odds.sync(client=Client(base_url=f"{live_url}/api/v1"), expression="banana")
    assert isinstance(answer, Error)
    assert "banana" in answer.error and answer.input_errors[0].found == "'banana'"


def test_the_card_that_an_input_was_filled_from_is_sent_under_its_own_key(generated, live_url):
    from mech_client import Client

    operation = module_of("odds_mecha_mettle_attack")
    origins = get_args(get_type_hints(operation.sync)["filled_from"])[0]
    pools = {"attack": 3, "attack_die": "regular", "defend": 3, "defend_die": "shield"}
    wanted = get_type_hints(operation.sync)
    given = {name: as_argument(value, wanted[name]) for name, value in pools.items()}
    client = Client(base_url=f"{live_url}/api/v1")
    answers = [
        operation.sync(client=client, filled_from=origins.from_dict({"from.attack": text}), **given)
        for text in ("3:hammer-left.regular_attack", "hammer")
    ]
    assert answers[0].inputs.to_dict()["attack"] == 3
    assert [error.where for error in answers[1].input_errors] == ["from.attack"]
