"""Caches of computed answers: each keyed by content, with a bound, named in one list.

Bounds count entries, or bytes where a `size` is given. Small pure functions keep `functools.lru_cache`; a cache that
belongs to one job or one card stack ends with it and is not listed.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from cachetools import LRUCache, cached
from cachetools.keys import hashkey

P = ParamSpec("P")
T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)


class CachedFunction(Protocol[P, R_co]):
    """A function whose answers are kept."""

    cache: "LRUCache[Hashable, Any]"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return the answer, kept or new."""

    def cache_clear(self) -> None:
        """Forget every answer, and the count of hits."""


@dataclass(frozen=True)
class CacheState:
    """A cache: the name of its function, its bound, how much of that is in use, and how many answers it has."""

    name: str
    bound: float
    used: float
    entries: int


_CACHES: dict[str, tuple["LRUCache[Hashable, Any]", Lock]] = {}


def keep(
    most: float, key: Callable[..., Hashable] = hashkey, size: Callable[[Any], float] | None = None
) -> Callable[[Callable[P, T]], CachedFunction[P, T]]:
    """Return a decorator that keeps a function's last answers: `most` of them, or as many as have that `size` together.

    `key` returns what an answer depends on, from the function's arguments. An exception is not kept.
    """

    def hashed_once(*args: object, **kwargs: object) -> Hashable:
        return hashkey(key(*args, **kwargs))

    def decorate(function: Callable[P, T]) -> CachedFunction[P, T]:
        lock = Lock()
        cache = table(f"{function.__module__}.{function.__qualname__}", most, size, lock)
        return cast("CachedFunction[P, T]", cached(cache, hashed_once, lock, info=True)(function))

    return decorate


def table(name: str, most: float, size: Callable[[Any], float] | None, lock: Lock) -> "LRUCache[Hashable, Any]":
    """Return a named cache for answers of several functions; its users must hold `lock`."""
    cache: LRUCache[Hashable, Any] = LRUCache(most, size)
    _CACHES[name] = cache, lock
    return cache


def list_caches() -> tuple[CacheState, ...]:
    """Return the state of every cache, by name."""
    states = (CacheState(name, cache.maxsize, cache.currsize, len(cache)) for name, (cache, _) in _CACHES.items())
    return tuple(sorted(states, key=lambda state: state.name))


def clear() -> None:
    """Forget every answer."""
    for cache, lock in _CACHES.values():
        with lock:
            cache.clear()


def digest(text: str) -> bytes:
    """Return a digest of a text for a cache key; a lone surrogate, which JSON may hold, is no error."""
    return sha256(text.encode("utf-8", "backslashreplace")).digest()
