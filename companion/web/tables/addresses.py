"""The address at which phones reach this server: its configured one, or this machine's address on its network."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

from companion.web.shell import site_url

_OUTSIDE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737): nothing is sent, only the route to it is looked up."""
_SECONDS = 0.3


def phone_url(path: str) -> str:
    """Return the address of a path for a phone; empty if only this machine can reach this server."""
    url = site_url.shown_url(path)
    if site_url.configured_url(path) or not _is_loopback(urlsplit(url).hostname or ""):
        return url
    address = network_address()
    # The host in a request may name any port: only the one on which this server listens is given out.
    if not (address and str(_port()) == str(request.environ.get("SERVER_PORT")) and _answers(address, _port())):
        return ""
    return f"{request.scheme}://{address}:{_port()}{path}"


def serving_url() -> str:
    """Return the address at which phones could reach this machine; empty if it is in no network."""
    address = network_address()
    return f"http://{address}:{_port()}/" if address else ""


def network_address() -> str:
    """Return this machine's address on its network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if _is_loopback(address) or ip_address(address).is_unspecified else address


def _is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address, which no other machine can reach."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _port() -> int:
    return urlsplit(request.host_url).port or (443 if request.scheme == "https" else 80)


def _answers(address: str, port: int) -> bool:
    """Return whether something listens there: this server does if it was started for other machines too."""
    try:
        socket.create_connection((address, port), _SECONDS).close()
    except OSError:
        return False
    return True
