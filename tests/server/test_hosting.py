"""What docs/hosting shows: each configuration is checked by its own program, where that is installed."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.abuse.serving import Server
from tests.server.hosting import HOSTING, SITE, caddy_file, certificate, nginx_file

ROOT = HOSTING.parents[1]
PAGE = (ROOT / "docs/hosting.md").read_text("utf-8")
CONTAINER = (HOSTING / "Containerfile").read_text("utf-8")
UNIT = (HOSTING / "companion.service").read_text("utf-8")


def program(name):
    found = shutil.which(name)
    if not found:
        pytest.skip(f"no {name} on this machine")
    return found


def checked(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_nginx_takes_its_configuration(tmp_path):
    nginx = program("nginx")
    program("openssl")
    certificate(tmp_path)
    assert "test is successful" in checked(nginx, "-t", "-c", nginx_file(tmp_path, 18080, 18443, 18000))


def test_caddy_takes_its_configuration(tmp_path):
    caddy = program("caddy")
    for file in (HOSTING / "Caddyfile", caddy_file(tmp_path, 18080, 18443, 18000)):
        home = {"HOME": str(tmp_path), "PATH": "/usr/bin"}
        said = checked(caddy, "validate", "--adapter", "caddyfile", "--config", file, env=home)
        assert "Valid configuration" in said and "not formatted" not in said


def test_systemd_takes_the_unit(tmp_path):
    verify = program("systemd-analyze")
    unit = tmp_path / "mech-companion.service"
    started = Path(sys.executable).parent / "companion"
    unit.write_text(UNIT.replace("/opt/mech-companion/bin/companion", str(started)), "utf-8")
    assert "mech-companion" not in checked(verify, "verify", "--man=no", unit)


def test_what_the_unit_and_the_container_start_are_options_of_serve():
    unit = re.search(r"^ExecStart=\S+ (.*)$", UNIT, re.MULTILINE)[1].split()
    container = json.loads(re.search(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)[1])
    for words in (unit, container):
        assert words[0] == "serve" and "--workers" in words and "--backups" in words
        assert CliRunner().invoke(main, [*words, "--help"]).exit_code == 0
        parsed = main.commands["serve"].make_context("serve", words[1:])
        assert parsed.params["workers"] == 2


def test_the_container_copies_what_there_is_and_all_that_the_wheel_needs():
    copied = {word for line in re.findall(r"^COPY (.*) \S+$", CONTAINER, re.MULTILINE) for word in line.split()}
    assert all((ROOT / name).exists() for name in copied)
    assert copied == {"pyproject.toml", "README.md", "LICENSE", "companion", "templates", "card_data"}


@pytest.mark.long
def test_the_container_is_healthy_while_the_server_is(tmp_path):
    words = json.loads(re.search(r"HEALTHCHECK .*?CMD (\[.*?\])$", CONTAINER, re.DOTALL | re.MULTILINE)[1])
    assert words[0] == "python"
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", COMPANION_URL=f"https://{SITE}", COMPANION_PROXIES="1")
    check = [sys.executable, "-W", "error", *[word.replace("http://127.0.0.1:8000/", server.url) for word in words[1:]]]
    checked(*check)
    server.end()
    assert subprocess.run(check, capture_output=True, timeout=60).returncode != 0


def test_settings_that_files_and_page_name_are_in_the_list_of_settings():
    settings = (ROOT / "docs/settings.md").read_text("utf-8")
    named = set(
        re.findall(
            r"\b(COMPANION_[A-Z]+|DATABASE_URL|SECRET_KEY)\b",
            PAGE + "".join(file.read_text("utf-8") for file in HOSTING.iterdir()),
        )
    )
    assert named >= {"COMPANION_URL", "COMPANION_PROXIES", "SECRET_KEY", "DATABASE_URL", "COMPANION_DATA"}
    assert [name for name in sorted(named) if f"`{name}`" not in settings] == []


def test_the_page_links_to_each_file_and_the_readme_to_the_page():
    assert "(docs/hosting.md)" in (ROOT / "README.md").read_text("utf-8")
    for file in HOSTING.iterdir():
        assert f"docs/hosting/{file.name}" in PAGE or f"(hosting/{file.name})" in PAGE
