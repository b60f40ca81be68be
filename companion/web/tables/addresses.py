"""Where phones reach this server: its own address, or this machine's on the network, and what to do where none does."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

from companion.web.shell import site_url

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): nothing is sent, only the way there is asked for."""
_SECONDS = 0.3


def phone_url(path: str) -> str:
    """Return the address of a path as a phone opens it; empty where only this machine reaches this server."""
    shown = site_url.shown_url(path)
    if site_url.configured_url(path) or not _is_loopback(urlsplit(shown).hostname or ""):
        return shown
    address = network_address()
    # What a request calls its host may name any port: only that on which this server itself listens is handed out.
    if not (address and str(_port()) == str(request.environ.get("SERVER_PORT")) and _answers(address, _port())):
        return ""
    return f"{request.scheme}://{address}:{_port()}{path}"


def serving_url() -> str:
    """Return the address at which phones would reach this machine, empty where it is in no network."""
    address = network_address()
    return f"http://{address}:{_port()}/" if address else ""


def network_address() -> str:
    """Return this machine's address on its network; empty where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ELSEWHERE)
        except OSError:
            return ""
        address = str(asking.getsockname()[0])
    return "" if _is_loopback(address) or ip_address(address).is_unspecified else address


def _is_loopback(host: str) -> bool:
    """Return whether a host is this machine for itself alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _port() -> int:
    return urlsplit(request.host_url).port or (443 if request.scheme == "https" else 80)


def _answers(address: str, port: int) -> bool:
    """Return whether something listens there: this server, where it was started for others too."""
    try:
        socket.create_connection((address, port), _SECONDS).close()
    except OSError:
        return False
    return True
