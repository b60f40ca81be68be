"""Where the games of a run are played: processes of this machine, or a Dask cluster, each as an executor."""

from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from companion.base.findings import InputError, InvalidInput, quote
from companion.lab.runs import Executors

CLUSTER_SECONDS = 10
"""Seconds in which a cluster has to answer."""


def executors(workers: int, cluster: str | None) -> Executors:
    """Return what makes the executor: a pool of `workers` processes, or that of the cluster at an address.

    InvalidInput where the cluster cannot be reached, or the extra `cluster` is not installed.
    """
    if cluster is None:
        # Spawned, so that a worker has no thread or file of this process.
        return lambda: ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        import distributed
    except ImportError:
        wanted = "the extra first: pip install 'mech-companion[cluster]'"
        raise InvalidInput(InputError("--cluster", "a cluster without Dask's distributed", wanted)) from None
    try:
        connect: Any = distributed.Client
        client = connect(cluster, timeout=CLUSTER_SECONDS)
    except (OSError, ValueError) as error:
        wanted = "the address of a running scheduler, such as tcp://host:8786"
        raise InvalidInput(InputError("--cluster", f"{quote(cluster)}: {error}", wanted)) from None

    def make() -> Executor:
        executor: Executor = client.get_executor()
        return executor

    return make
