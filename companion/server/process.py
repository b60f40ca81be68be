"""The serving process: alone, or with several workers that it restarts; and their settings and deadlines."""

import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from socket import socket

import uvicorn

from companion.limits import memory
from companion.server import connections, heavy_process
from companion.server.bridge import WsgiBridge
from companion.server.connections import MOST, MOST_FROM_ONE, Connection
from companion.server.parent import when_parent_ends
from companion.server.workers import Workers
from companion.web.shell.site_url import is_behind_proxies

WORKERS = "COMPANION_WORKERS"
"""The environment variable with the number of workers."""
GRACE_SECONDS = 20
"""Seconds after SIGTERM in which answers and downloads may be finished."""
LAST_SECONDS = 5
"""Seconds after that in which threads have to notice that nobody waits for them."""
LARGEST_HEAD = 64_000
"""The most bytes of a request's head."""
_FILES = 100
"""Open files besides connections."""


def prepare(workers: int = 1) -> uvicorn.Config:
    """Return uvicorn's settings for this process, or for several workers; InvalidInput where a setting is unreadable.

    The app is always made here first, so that the database is migrated before several processes open it.
    """
    os.environ[WORKERS] = str(workers)
    most, most_from_one = _most_connections(), None if is_behind_proxies() else MOST_FROM_ONE
    return config_of(worker_app(), workers, most, most_from_one)


def config_of(app: WsgiBridge, workers: int, most: int, most_from_one: int | None) -> uvicorn.Config:
    """Return uvicorn's settings; each of several workers makes its own app."""
    return uvicorn.Config(
        "companion.server.process:worker_app" if workers > 1 else app,
        factory=workers > 1,
        workers=workers,
        http=partial(Connection, most=most, most_from_one=most_from_one),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        loop="asyncio",
        interface="asgi3",
        proxy_headers=False,  # the app reads them, if it is set up for proxies
        server_header=False,
        access_log=False,
        log_config=None,  # errors are logged by the app's log
        log_level="error",
        timeout_keep_alive=connections.IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )


class AnsweringServer(uvicorn.Server):
    """A server that calls a function when it answers requests."""

    def __init__(self, config: uvicorn.Config, on_answering: Callable[[], object]) -> None:
        """Take uvicorn's settings, and the function to call."""
        super().__init__(config)
        self._on_answering = on_answering

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to answer requests, and call the function."""
        await super().startup(sockets)
        self._on_answering()


def serve(config: uvicorn.Config, listening: socket, on_answering: Callable[[], object] = lambda: None) -> None:
    """Serve on a socket until SIGINT or SIGTERM; workers that end before are restarted.

    `on_answering` is called when requests can be answered. CannotStart where no worker can start.
    """
    if config.workers > 1:
        Workers(config, listening, on_answering).run(GRACE_SECONDS + LAST_SECONDS)
        return
    try:
        AnsweringServer(config, on_answering).run(sockets=[listening])
    finally:
        last = threading.Timer(LAST_SECONDS, os._exit, (0,))
        last.daemon = True
        last.start()


def worker_app() -> WsgiBridge:
    """Prepare a process to answer, and return its app."""
    from companion.web import create_app

    memory.share_heaps()
    when_parent_ends(lambda: signal.raise_signal(signal.SIGTERM))
    several = int(os.environ.get(WORKERS, "1")) > 1
    return WsgiBridge(create_app(), several, heavy_process.client())


def _most_connections() -> int:
    """Return how many connections a process may have, after raising its limit of open files if the system allows it."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return MOST
    allowed, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + _FILES if highest == resource.RLIM_INFINITY else min(highest, MOST + _FILES)
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, highest))
    return min(MOST, max(allowed, wanted) - _FILES)
