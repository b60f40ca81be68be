"""A server over real sockets, in a thread of the test: apps as small as a case needs."""

import contextlib
import socket
import threading

import pytest
import uvicorn

from companion.server import connections, process
from companion.server.bridge import WsgiBridge

LONG = 90
"""Seconds that no test waits for unless something is wrong."""


class Client:
    """A raw connection: what is sent and when is up to the test."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), LONG)

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())
        return self

    def get(self, path="/", *headers, method="GET"):
        return self.send("\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]))

    def until(self, end):
        """Read until what came ends with, or has, these bytes."""
        came = b""
        while end not in came:
            piece = self.socket.recv(65536)
            assert piece, came
            came += piece
        return came

    def rest(self):
        """Read until the server closes; whether by an end or by a reset."""
        came = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := self.socket.recv(65536):
                came += piece
        return came

    def close(self):
        self.socket.close()


@pytest.fixture
def served():
    """Serve a WSGI app and return its port; bounds as the case needs them."""
    stops = []
    connections.Connection.open_now.clear()  # a server that is ended by force forgets none
    connections.Connection.from_address.clear()

    def serve(app, most=connections.MOST, most_from_one=connections.MOST_FROM_ONE, host="127.0.0.1", **more):
        listening = socket.create_server((host, 0))
        server = uvicorn.Server(process.config_of(WsgiBridge(app, **more), 1, most, most_from_one))
        thread = threading.Thread(target=server.run, args=([listening],))
        port = listening.getsockname()[1]
        thread.start()
        stops.append((server, thread))
        return port

    yield serve
    for server, thread in stops:
        server.force_exit = server.should_exit = True
        thread.join(LONG)
        assert not thread.is_alive()


@pytest.fixture
def connect():
    """Open connections that the end of the test closes."""
    clients = []

    def opened(port):
        clients.append(Client(port))
        return clients[-1]

    yield opened
    for client in clients:
        client.close()
