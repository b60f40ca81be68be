"""Visitors: an owner within a network, as requests are counted and heavy answers go round.

A network is an address, or the /64 of an IPv6 address, of which one home or one phone has all. Keys are hashed with the
server's own secret: what counts requests learns neither who an owner is nor where.
"""

import hashlib
import hmac
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from flask import current_app, g, request

from companion.web.shell.session_cookie import owner_in_cookie

_MARK = 24
"""Characters of an owner's mark."""


def visitor() -> str:
    """Return the key of the visitor of this request; browsers without an owner share one in each network."""
    if "visitor" not in g:
        g.visitor = _hash_key("visitor", owner_in_cookie(), network())
    return str(g.visitor)


def network_key() -> str:
    """Return the key of the network of this request."""
    return _hash_key("network", network())


def owner_mark() -> str:
    """Return what stands for the owner of this request where its name must not be known; `none` without an owner."""
    name = owner_in_cookie()
    return _hash_key("owner", name)[:_MARK] if name else "none"


def network() -> str:
    """Return the address of this request, of IPv6 its /64; text that is no address is returned as it is."""
    text = request.remote_addr or ""
    without_port = text.rpartition(":")[0].strip("[]")  # some proxies add the port of each connection
    address = _address(text) or _address(without_port)
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))
    return str(address or text)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _hash_key(*parts: str) -> str:
    key = str(current_app.secret_key).encode()
    return hmac.new(key, "\n".join(parts).encode(errors="replace"), hashlib.sha256).hexdigest()
