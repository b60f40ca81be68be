"""The server behind a real nginx and a real Caddy, with the configurations that docs/hosting shows, over TLS.

Only names of files and numbers of ports are put in for the test.
"""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
from dataclasses import dataclass

import pytest

from tests.abuse.serving import Server
from tests.server.hosting import SITE, caddy_file, certificate, nginx_file

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("serving")]
LARGE = "/wreck-a-mech/print.pdf?what=cards&copies=60"
FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "9999",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Proto": "http",
    "Forwarded": "for=203.0.113.9;host=evil.example",
}


class _ByName(http.client.HTTPSConnection):
    """A connection to this machine that asks for the site by its name."""

    def connect(self):
        http.client.HTTPConnection.connect(self)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.sock = context.wrap_socket(self.sock, server_hostname=SITE)


@dataclass
class Proxy:
    """A proxy that runs, and the server behind it."""

    http: int
    https: int
    server: Server

    def ask(self, path, *, method="GET", headers=None, body=None, source="127.0.0.1", port=None):
        """Return the answer to a request, read whole; to the proxy by https unless another port is given."""
        kind = http.client.HTTPConnection if port else _ByName
        asked = kind("127.0.0.1", port or self.https, timeout=120, source_address=(source, 0))
        try:
            asked.request(method, path, body, {"Host": SITE, **(headers or {})})
            answer = asked.getresponse()
            return answer, answer.read()
        finally:
            asked.close()


def free_ports(number):
    """Return ports that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_until_it_listens(port, process):
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            continue
        return
    raise AssertionError("the proxy ended")


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request, tmp_path_factory):
    if not shutil.which(request.param):
        pytest.skip(f"no {request.param} on this machine: apt-get install {request.param}")
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "data").mkdir()
    server = Server(folder / "data", COMPANION_PROXIES="1", COMPANION_URL=f"https://{SITE}")
    behind = int(server.url.rstrip("/").rpartition(":")[2])
    plain, secure = free_ports(2)
    if request.param == "nginx":
        certificate(folder)
        command = ["nginx", "-c", nginx_file(folder, plain, secure, behind)]
    else:
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", caddy_file(folder, plain, secure, behind)]
    with (folder / "proxy.log").open("w") as log:
        environment = {"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        wait_until_it_listens(secure, process)
        yield Proxy(plain, secure, server)
    finally:
        process.terminate()
        process.wait(30)
        server.end(9)


def limit_left(answer):
    return int(answer.headers["X-RateLimit-Remaining"])


def test_nothing_that_a_visitor_forges_is_believed(proxy):
    honest, _ = proxy.ask("/mecha-mettle")
    forged, _ = proxy.ask("/mecha-mettle", headers=FORGED)
    assert honest.headers["Location"] == forged.headers["Location"] == f"https://{SITE}/mecha-mettle/"
    left = [limit_left(proxy.ask("/credits", headers=more)[0]) for more in (FORGED, {}, FORGED)]
    assert left == [left[0], left[0] - 1, left[0] - 2], "unless a minute of counting ended just here"


def test_visitors_of_two_addresses_are_counted_apart(proxy):
    here = [limit_left(proxy.ask("/credits")[0]) for _ in range(5)]
    first, _ = proxy.ask("/credits", source="127.0.0.2")
    assert int(first.headers["X-RateLimit-Limit"]) - 1 == limit_left(first) > min(here)


def test_http_leads_to_https(proxy):
    answer, _ = proxy.ask("/mecha-mettle/?a=b", port=proxy.http)
    assert answer.status in (301, 308)
    assert answer.headers["Location"] == f"https://{SITE}/mecha-mettle/?a=b"


def test_cookies_are_for_https_alone_and_forms_are_taken(proxy):
    page, body = proxy.ask("/import")
    cookie = page.headers["Set-Cookie"]
    assert "; Secure" in cookie and "; HttpOnly" in cookie
    token = re.search(rb'name="csrf_token" value="([^"]+)"', body)[1].decode()
    sent = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": cookie.partition(";")[0],
        "Referer": f"https://{SITE}/import",
    }
    form = f"csrf_token={token}&title=Lone+wolf&seat=2"
    made, _ = proxy.ask("/mecha-mettle/new", method="POST", headers=sent, body=form)
    assert made.status == 303, made.status
    mine = {**sent, "Cookie": made.headers["Set-Cookie"].partition(";")[0]}
    assert "Lone wolf" in proxy.ask(made.headers["Location"].removeprefix(f"https://{SITE}"), headers=mine)[1].decode()


def test_a_large_download_arrives_whole(proxy):
    answer, pdf = proxy.ask(LARGE)
    assert answer.status == 200
    assert pdf.startswith(b"%PDF") and pdf.rstrip().endswith(b"%%EOF")
    _, direct = proxy.ask(LARGE, port=int(proxy.server.url.rstrip("/").rpartition(":")[2]))
    assert len(pdf) == len(direct) > 1_000_000


def test_a_large_upload_reaches_the_server_and_a_long_address_too(proxy):
    upload, words = proxy.ask("/custom", method="POST", body=bytes(50_000_000), headers={"Content-Type": "text/plain"})
    assert upload.status != 413 and b"Mech Companion" in words
    assert proxy.ask(f"/credits?a={'b' * 30_000}")[0].status == 200
