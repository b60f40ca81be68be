"""`cached_property` that holds up no other thread, as it is from Python 3.12 on.

Before, `functools.cached_property` lets only one thread at a time work out a property, even of different objects: a
request that is answered at once would wait for one that takes seconds.
"""

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801
        """A property worked out when it is first read; two threads that read it at once may both work it out."""

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            """Return the value, worked out unless it is known."""
            if instance is None:
                return self
            known = instance.__dict__
            if self.attrname not in known:
                known[self.attrname] = self.func(instance)
            return known[self.attrname]


__all__ = ["cached_property"]
