"""Answers on the way: smaller, and nothing secret in them can be guessed from how small."""

import gzip
import re

import psutil
import pytest
from werkzeug.test import create_environ

from companion.web.shell.compression import PADDING, mask_token, unmask_token

GZIP = {"Accept-Encoding": "gzip"}


def token(page):
    return re.search(r'name="csrf_token" value="([^"]+)"', page)[1]


@pytest.mark.parametrize(
    "path", ["/", "/techniconica/cards", "/static/app.css", "/fonts/Barlow-regular.ttf", "/games.css"]
)
def test_a_browser_gets_what_it_can_unpack(client, path):
    with client.get(path) as plain, client.get(path, headers={"Accept-Encoding": "gzip, br, zstd"}) as packed:
        assert "Content-Encoding" not in plain.headers and plain.headers["Vary"].count("Accept-Encoding") == 1
        if path != "/games.css":  # shorter than what is worth it
            assert packed.headers["Content-Encoding"] in ("br", "zstd") and len(packed.data) < len(plain.data)


def test_a_reader_who_goes_away_leaves_no_file_open(app):
    answer = app(create_environ("/static/app.css", headers=GZIP), lambda *_: None)
    left_open = [file.path for file in psutil.Process().open_files() if file.path.endswith("app.css")]
    assert left_open == []
    answer.close()


def test_a_compressed_page_is_the_page(client):
    packed = client.get("/techniconica/rules", headers=GZIP)
    assert "Content-Security-Policy" in packed.headers
    assert "<h1>" in gzip.decompress(packed.data).decode() and gzip.decompress(packed.data).endswith(b"</html>")


def test_the_length_of_a_compressed_page_varies_and_tokens_never_look_alike(client):
    client.get("/open")
    pages = [client.get("/open", headers=GZIP) for _ in range(12)]
    assert len({len(page.headers[PADDING]) for page in pages}) > 3
    tokens = [token(gzip.decompress(page.data).decode()) for page in pages]
    assert len({one[:12] for one in tokens}) == len({one[-12:] for one in tokens}) == 12
    assert len({unmask_token(one).partition(".")[0] for one in tokens}) == 1


def test_a_masked_token_is_taken_and_so_is_one_from_a_page_opened_before_the_update(client):
    shown = token(client.get("/open").get_data(as_text=True))
    assert client.post("/theme", data={"csrf_token": shown, "theme": "dark"}).status_code == 303
    assert client.post("/theme", data={"csrf_token": unmask_token(shown), "theme": "dark"}).status_code == 303


@pytest.mark.parametrize("bad", ["x", "====", "é", "AAAA", "A" * 5000, "a.b.c", mask_token("a.b.c")], ids=range(7))
def test_what_is_no_token_is_refused(client, bad):
    assert client.post("/theme", data={"csrf_token": bad, "theme": "dark"}).status_code == 400


def test_a_packed_file_that_a_browser_has_is_not_sent_again(client):
    with client.get("/static/app.css", headers=GZIP) as first:
        kept = {"If-None-Match": first.headers["ETag"]}
    with client.get("/static/app.css", headers=GZIP | kept) as again:
        assert again.status_code == 304 and again.data == b""
