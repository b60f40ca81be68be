"""The process that serves: one, or several workers that it starts again where one ends; and how they end themselves."""

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
"""Tells a worker how many there are."""
GRACE_SECONDS = 20
"""Seconds after SIGTERM in which answers under way, and downloads, may come to their end."""
LAST_SECONDS = 5
"""Seconds after that in which threads notice that nobody waits for them any more."""
LARGEST_HEAD = 64_000
"""Bytes of a request's head."""
_FILES = 100
"""Files that are no connections."""


def prepare(workers: int = 1) -> uvicorn.Config:
    """Return how to serve in this process, or in so many workers; InvalidInput where a setting cannot be read.

    The app is made here in any case: the database gets its newest schema before several processes open it.
    """
    os.environ[WORKERS] = str(workers)
    most, most_from_one = _most_connections(), None if is_behind_proxies() else MOST_FROM_ONE
    return config_of(worker_app(), workers, most, most_from_one)


def config_of(app: WsgiBridge, workers: int, most: int, most_from_one: int | None) -> uvicorn.Config:
    """Return uvicorn's settings; several workers make the app anew, each its own."""
    return uvicorn.Config(
        "companion.server.process:worker_app" if workers > 1 else app,
        factory=workers > 1,
        workers=workers,
        http=partial(Connection, most=most, most_from_one=most_from_one),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        loop="asyncio",
        interface="asgi3",
        proxy_headers=False,  # the app reads them, where it is told that there are proxies
        server_header=False,
        access_log=False,
        log_config=None,  # what goes wrong is logged as the app logs
        log_level="error",
        timeout_keep_alive=connections.IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )


class AnsweringServer(uvicorn.Server):
    """A server that tells once it answers."""

    def __init__(self, config: uvicorn.Config, on_answering: Callable[[], object]) -> None:
        """Take uvicorn's settings and the function to call once it answers."""
        super().__init__(config)
        self._on_answering = on_answering

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self._on_answering()


def serve(config: uvicorn.Config, listening: socket, on_answering: Callable[[], object] = lambda: None) -> None:
    """Serve on a socket until SIGINT or SIGTERM; workers that end before are started again.

    `on_answering` is called once the first request is answered. CannotStart where no worker can start.
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
    """Return the app of one process, which is made ready to answer."""
    from companion.web import create_app

    memory.share_heaps()
    when_parent_ends(lambda: signal.raise_signal(signal.SIGTERM))
    several = int(os.environ.get(WORKERS, "1")) > 1
    return WsgiBridge(create_app(), several, heavy_process.client())


def _most_connections() -> int:
    """Return how many connections a process may have; it is let open as many files as the system allows it."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return MOST
    allowed, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + _FILES if highest == resource.RLIM_INFINITY else min(highest, MOST + _FILES)
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, highest))
    return min(MOST, max(allowed, wanted) - _FILES)
