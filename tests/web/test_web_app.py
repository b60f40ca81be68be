"""Addresses that are built once: each as Flask builds it for that request, and those that depend on more built anew."""

import pytest
from flask import Flask, url_for

from companion.web.shell.web_app import _address

VALUES = (
    {"a": "1"},
    {"a": 1},
    {"a": 1.0},
    {"a": True},
    {"a": ["1", "2"]},
    {"a": None},
    {"a": "x y&é"},
    {"_anchor": "result"},
    {"_external": True},
)


@pytest.mark.parametrize("values", VALUES, ids=str)
def test_an_address_is_that_of_flask_the_second_time_too(app, values):
    with app.test_request_context("/"):
        flasks = Flask.url_for(app, "builds.new", slug="mechalyte", **values)
        assert [url_for("builds.new", slug="mechalyte", **values) for _ in range(2)] == [flasks, flasks]


@pytest.mark.parametrize(("letters", "remembered"), [(100, 1), (101, 0)])
def test_what_somebody_types_at_length_is_not_remembered(app, letters, remembered):
    _address.cache_clear()
    with app.test_request_context("/"):
        assert url_for("library.show", search="x" * letters) == f"/library?search={'x' * letters}"
    assert _address.cache_info().currsize == remembered


def test_an_address_begins_with_where_the_proxy_of_the_request_has_put_the_app(app):
    for place in ("", "/club", "/other", ""):
        with app.test_request_context("/", base_url=f"http://localhost{place}"):
            assert url_for("matchups.show", slug="mechalyte") == f"{place}/mechalyte/roll"


def test_an_address_for_the_outside_names_the_host_of_its_own_request(app):
    for host in ("one.example", "two.example"):
        with app.test_request_context("/", base_url=f"http://{host}"):
            assert url_for("home.home", _external=True) == f"http://{host}/"


def test_an_address_within_an_area_is_that_of_the_page_that_asks(app):
    for path, found in (("/mechalyte/packs/x", "/mechalyte/packs/y"), ("/mechalyte/builds/x/share", None)):
        with app.test_request_context(path):
            shown = found or "/mechalyte/builds/y/share"
            assert url_for(".show" if found else ".share", slug="mechalyte", document_id="y") == shown
