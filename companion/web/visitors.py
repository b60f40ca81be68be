"""Visitors: an owner within a network, as requests are counted and heavy answers go round.

A network is an address, or the /64 of an IPv6 address, of which one home or one phone has all. Keys are hashed with the
server's own secret: what counts requests learns neither who an owner is nor where.
"""

import hashlib
import hmac
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import current_app, g, request


def visitor() -> str:
    """Return the key of the visitor of this request; browsers without an owner share one in each network."""
    if "visitor" not in g:
        g.visitor = _hashed("visitor", _owner(), network())
    return str(g.visitor)


def network_key() -> str:
    """Return the key of the network of this request."""
    return _hashed("network", network())


def network() -> str:
    """Return the address of this request, of IPv6 its /64; text that is no address is returned as it is."""
    text = request.remote_addr or ""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def _owner() -> str:
    """Return the owner that the cookie names, "" without one; an answer does not vary by what is read here."""
    cookie = current_app.session_interface.open_session(current_app, request)
    return str(cookie.get("owner", "")) if cookie else ""


def _hashed(*parts: str) -> str:
    key = str(current_app.secret_key).encode()
    return hmac.new(key, "\n".join(parts).encode(errors="replace"), hashlib.sha256).hexdigest()
