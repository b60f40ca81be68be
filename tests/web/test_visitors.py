"""Visitors: the same owner in the same network is one, and nothing else is."""

import pytest
from flask import session

from companion.web.shell.visitors import network, network_key, visitor


def asked_from(app, address, owner=None):
    """Return the keys of the visitor and of the network of a request, whose cookie names an owner."""
    client = app.test_client()
    if owner is not None:
        with client.session_transaction() as cookie:
            cookie["owner"] = owner
    with client, app.test_request_context(environ_base={"REMOTE_ADDR": address}, headers=_cookie(client)):
        return visitor(), network_key()


def _cookie(client):
    found = client.get_cookie("session")
    return {"Cookie": f"session={found.value}"} if found else {}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("203.0.113.7:51234", "203.0.113.7"),
        ("[2001:db8:1:2::7]:51234", "2001:db8:1:2::/64"),
        ("0.0.0.0", "0.0.0.0"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_network_is_an_address_or_its_64(app, address, expected):
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert network() == expected


def test_a_visitor_is_an_owner_within_a_network(app):
    one = asked_from(app, "2001:db8::1", "me")
    assert asked_from(app, "2001:db8::2", "me") == one
    elsewhere = asked_from(app, "203.0.113.7", "me")
    another = asked_from(app, "2001:db8::1", "you")
    nobody = asked_from(app, "2001:db8::1")
    assert len({one[0], elsewhere[0], another[0], nobody[0], one[1]}) == 5
    assert one[1] == another[1] == nobody[1] != elsewhere[1]


def test_a_cookie_that_was_not_signed_here_names_nobody(app):
    forged = {"Cookie": "session=eyJvd25lciI6Im1lIn0.aSNmAQ.AAAAAAAAAAAAAAAAAAAAAAAAAAA"}
    with app.test_request_context(environ_base={"REMOTE_ADDR": "203.0.113.7"}, headers=forged):
        assert visitor() == asked_from(app, "203.0.113.7")[0]


def test_keys_need_the_servers_own_secret(app):
    keys = asked_from(app, "203.0.113.7", "me")
    app.config["SECRET_KEY"] = "another server's"
    assert set(keys).isdisjoint(asked_from(app, "203.0.113.7", "me"))


def test_to_ask_for_the_visitor_leaves_the_session_unread(app):
    with app.test_request_context() as context:
        visitor()
        assert not context._session.accessed
        assert session.get("owner") is None and context._session.accessed
