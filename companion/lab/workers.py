"""Where the games of a run are played: processes of this machine, or a Dask cluster, each as an executor."""

import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import Any

from companion.base.findings import InputError, InvalidInput, quote
from companion.lab.runs import LabWorkers

CLUSTER_SECONDS = 10
"""Seconds in which a cluster has to answer."""


def processes(count: int) -> LabWorkers:
    """Return workers that are processes of this machine."""
    others = {child.pid for child in active_children()}

    def make() -> Executor:
        # Spawned, so that a worker has no thread or file of this process. Ctrl-C goes to all of them: only the one
        # that writes the file acts on it.
        ignore = (signal.SIGINT, signal.SIG_IGN)
        return ProcessPoolExecutor(count, get_context("spawn"), initializer=signal.signal, initargs=ignore)

    def end(is_early: bool) -> None:
        for child in active_children() if is_early else ():
            if child.pid not in others:
                child.terminate()

    return LabWorkers(make, count, end)


def cluster(address: str) -> LabWorkers:
    """Return the workers of the Dask cluster at an address.

    InvalidInput where it cannot be reached, has no workers, or the extra `cluster` is not installed.
    """
    try:
        import distributed
    except ImportError:
        wanted = "the extra first: pip install 'mech-companion[cluster]'"
        raise InvalidInput(InputError("--cluster", "no package `distributed`", wanted)) from None
    wanted = "the address of a running scheduler, such as tcp://host:8786"
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=CLUSTER_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidInput(InputError("--cluster", f"{quote(address)} ({error})", wanted)) from None
    count = sum(client.nthreads().values())
    if not count:
        raise InvalidInput(InputError("--cluster", "a scheduler without workers", "at least one: dask worker ADDRESS"))
    lost = (distributed.scheduler.KilledWorker, OSError)
    return LabWorkers(client.get_executor, count, lambda is_early: client.close(), lost)
