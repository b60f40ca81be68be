"""Counts of requests in the database: each process adds its own and reads the sums over all processes."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from companion.storage.config import StorageError
from companion.storage.schema import RequestCountRow
from companion.storage.store import Store

LEEWAY = 60
"""Seconds by which the clocks of two machines may differ."""


@dataclass(slots=True)
class RequestCount:
    """A number of requests, the time until which they count (seconds since 1970), and the longest time for which."""

    number: int
    expires: float
    seconds: float = 86_400

    def is_valid(self, now: float) -> bool:
        """Return whether it still counts; one that ends too late was begun before the clock was set back."""
        return now < self.expires <= self.latest(now)

    def latest(self, now: float) -> float:
        """Return the latest time at which a count of this kind can end."""
        return now + self.seconds + LEEWAY


def add(store: Store, counts: Mapping[str, RequestCount], now: float) -> dict[str, RequestCount]:
    """Add to the counts and return their sums, delete the expired ones; StorageError where the database refuses.

    A count that has expired starts again, and so does one that ends later than it can. Rows are written in the order of
    their keys, and rows that another process is writing are not deleted, so that no two processes wait for each other.
    """
    keys = {hashlib.sha256(key.encode()).hexdigest(): key for key, count in counts.items() if count.is_valid(now)}
    rows = [
        {"key": hash_, "number": counts[key].number, "expires": counts[key].expires}
        for hash_, key in sorted(keys.items())
    ]
    ends = [{"of": hash_, "latest": counts[key].latest(now)} for hash_, key in sorted(keys.items())]
    try:
        with store.writing() as session:
            addition = _addition(store, now).returning(
                RequestCountRow.key, RequestCountRow.number, RequestCountRow.expires
            )
            if rows:
                session.connection().execute(_TOO_LATE, ends)
            sums = session.execute(addition, rows).all() if rows else []
            _delete_expired(session, now)
    except SQLAlchemyError as error:
        raise StorageError(f"Requests cannot be counted in the database: {error}") from None
    return {keys[row.key]: RequestCount(row.number, row.expires, counts[keys[row.key]].seconds) for row in sums}


_TOO_LATE = delete(RequestCountRow).where(
    RequestCountRow.key == bindparam("of"), RequestCountRow.expires > bindparam("latest")
)
"""Deletes a count that was begun before the clock was set back, which would count for too long."""


def _addition(store: Store, now: float) -> postgresql.Insert | sqlite.Insert:
    is_postgres = store.engine.dialect.name == "postgresql"
    new: postgresql.Insert | sqlite.Insert
    new = postgresql.insert(RequestCountRow) if is_postgres else sqlite.insert(RequestCountRow)
    row, has_expired = RequestCountRow, RequestCountRow.expires <= now
    return new.on_conflict_do_update(
        index_elements=["key"],
        set_={
            "number": case((has_expired, new.excluded.number), else_=row.number + new.excluded.number),
            "expires": case((has_expired, new.excluded.expires), else_=row.expires),
        },
    )


def _delete_expired(session: Session, now: float) -> None:
    expired = select(RequestCountRow.key).where(RequestCountRow.expires <= now).with_for_update(skip_locked=True)
    session.execute(
        delete(RequestCountRow).where(RequestCountRow.key.in_(expired)).execution_options(synchronize_session=False)
    )
