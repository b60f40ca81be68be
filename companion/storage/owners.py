"""Owners: a browser's settings besides its documents, and the key that makes another browser the same owner.

An owner is a name that nobody can guess, in the browser's cookie. The key is not the owner's name: it is stored only as
a hash, and can be renewed without touching a document.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from companion.base.json_types import JsonObject
from companion.storage import decode, removal, table_players
from companion.storage.config import StorageError
from companion.storage.schema import DocumentRow, OwnerRow, TableEventRow
from companion.storage.store import LARGEST_NUMBER, TRIES, Store, refuse_large, this_moment

_Name = Annotated[str, Field(max_length=200)]


class Belongings(BaseModel):
    """An owner's settings besides documents; unknown fields are ignored."""

    model_config = ConfigDict(frozen=True)

    rulings: Mapping[_Name, Mapping[_Name, _Name]] = Field(default_factory=dict)
    """The chosen rulings that are not defaults, by game."""
    packs: Mapping[_Name, tuple[_Name, ...]] = Field(default_factory=dict)
    """The ids of the packs in use, by game, in the order they are merged."""
    house_rules: Mapping[_Name, _Name] = Field(default_factory=dict)
    """The id of the house rules in use, by game."""
    printers: Mapping[_Name, Mapping[_Name, Any]] = Field(default_factory=dict)
    """The readings of calibrated printers, by name."""
    opponents: Mapping[_Name, Annotated[str, Field(max_length=2000)]] = Field(default_factory=dict)
    """The last opponent in a matchup, by game: the reference of a build, with typed numbers after `?`."""
    key_declined: bool = False
    """Whether the offer of a key was dismissed."""


@dataclass(frozen=True)
class Owner:
    """An owner as stored; one without a row has only documents."""

    name: str
    belongings: Belongings = field(default_factory=Belongings)
    key_made: datetime | None = None
    renewals: int = 0


def read_belongings(text: Any) -> Belongings:
    """Return stored belongings; ValueError where they cannot be read."""
    if not isinstance(text, str):
        raise ValueError("they are not text")
    try:
        return Belongings.model_validate(json.loads(text))
    except (ValidationError, RecursionError) as error:
        raise ValueError("they do not have the shape of belongings") from error


def _belongings_or_empty(text: Any) -> Belongings:
    """Return stored belongings, empty ones where they are damaged: `companion doctor` reports those."""
    try:
        return read_belongings(text)
    except ValueError:
        return Belongings()


def belongings_text(belongings: Belongings) -> str:
    """Return belongings as they are stored; InvalidInput where they are too large."""
    data = belongings.model_dump(mode="json", exclude_defaults=True)
    refuse_large(data)
    return decode.json_text(data)


def _owner(row: OwnerRow) -> Owner:
    made = decode.stored_time(row.key_made) if row.key else None
    return Owner(row.name, _belongings_or_empty(row.belongings), made, decode.version_number(row.renewals))


def find(store: Store, name: str) -> tuple[Owner, int]:
    """Return an owner, or the one that it became, and how often cookies of `name` were ended."""
    with store.reading() as session:
        row = session.get(OwnerRow, name)
        if row is None:
            return Owner(name), 0
        renewals = decode.version_number(row.renewals)
        into = session.get(OwnerRow, row.joined) if row.joined else None
        return _owner(into or row), renewals


def find_by_key(store: Store, key: str) -> Owner | None:
    """Return the owner whose key has this hash, or the one that it became; None where there is none."""
    with store.reading() as session:
        row = session.scalars(select(OwnerRow).where(OwnerRow.key == key)).one_or_none()
        if row is None:
            return None
        into = session.get(OwnerRow, row.joined) if row.joined else None
        return _owner(into or row)


def change(store: Store, name: str, change: Callable[[Belongings], Belongings]) -> Owner:
    """Change an owner's belongings; retried on the new state if another request came first."""
    for _ in range(TRIES):
        if _change(store, name, change):
            return find(store, name)[0]
    raise StorageError("These settings are being saved from too many places at once: try again.")


def _change(store: Store, name: str, change: Callable[[Belongings], Belongings]) -> bool:
    try:
        with store.writing() as session:
            row = session.get(OwnerRow, name)
            if row is None:
                session.add(OwnerRow(name=name, belongings=belongings_text(change(Belongings())), renewals=0))
                return True
            return _replace(session, row, change(_belongings_or_empty(row.belongings)))
    except IntegrityError:
        return False


def _replace(session: Session, row: OwnerRow, belongings: Belongings) -> bool:
    result = session.execute(
        update(OwnerRow)
        .where(OwnerRow.name == row.name, OwnerRow.belongings == row.belongings)
        .values(belongings=belongings_text(belongings))
        .execution_options(synchronize_session=False)
    )
    return bool(result.rowcount)  # type: ignore[attr-defined]


def set_key(store: Store, name: str, key: str, renewals: int | None) -> Owner | None:
    """Give an owner a key; `renewals` is None for the first key, else the number of renewals that the page showed.

    A renewed key ends the earlier one, the keys of owners that became this one, and every cookie made before. Returns
    None where the owner was given another key in the meantime.
    """
    if renewals is not None and not 0 <= renewals < LARGEST_NUMBER:
        return None
    with store.writing() as session:
        if session.get(OwnerRow, name) is None:
            session.add(OwnerRow(name=name, belongings="{}", renewals=0))
            session.flush()
        expected = OwnerRow.key.is_(None) if renewals is None else OwnerRow.renewals == renewals
        values: JsonObject = {"key": key, "key_made": this_moment()}
        if renewals is not None:
            values["renewals"] = renewals + 1
        result = session.execute(update(OwnerRow).where(OwnerRow.name == name, expected).values(**values))
        if not result.rowcount:  # type: ignore[attr-defined]
            return None
        if renewals is not None:
            joined_owners = update(OwnerRow).where(OwnerRow.joined == name)
            session.execute(joined_owners.values(key=None, key_made=None, renewals=OwnerRow.renewals + 1))
    return find(store, name)[0]


def end_cookies(store: Store, owner: Owner) -> Owner | None:
    """End every earlier cookie of an owner, and of owners that became this one; its key stays.

    Returns None where another browser has done that since `owner` was read.
    """
    try:
        with store.writing() as session:
            row = session.get(OwnerRow, owner.name)
            if row is None:
                session.add(OwnerRow(name=owner.name, belongings="{}", renewals=1))
            elif not _end_cookies(session, OwnerRow.name == owner.name, OwnerRow.renewals == owner.renewals):
                return None
            _end_cookies(session, OwnerRow.joined == owner.name)
    except IntegrityError:
        return None
    return find(store, owner.name)[0]


def _end_cookies(session: Session, *conditions: ColumnElement[bool], **values: None | str) -> bool:
    """Count up the renewals of owners, so that earlier cookies are no longer valid; return whether there are any."""
    change = update(OwnerRow).where(*conditions).values(renewals=OwnerRow.renewals + 1, **values)
    result = session.execute(change.execution_options(synchronize_session=False))
    return bool(result.rowcount)  # type: ignore[attr-defined]


def remove_owner(store: Store, name: str) -> None:
    """Remove everything of an owner: documents with their versions and public names, belongings, the key.

    At tables of others its name is replaced. A row with only the name and the number of renewals stays for the owner
    and for those that became it: without the row an old cookie would be valid again. Rows of links stay, as `LinkRow`
    says.
    """
    with store.writing() as session:
        locked_row(session, name)
        table_players.forget(session, name)
        is_gone = or_(OwnerRow.name == name, OwnerRow.joined == name)
        _end_cookies(session, is_gone, belongings="{}", key=None, key_made=None, joined=None)
        removal.remove(session, session.scalars(select(DocumentRow.id).where(DocumentRow.owner == name)).all())


def locked_row(session: Session, name: str) -> OwnerRow:
    """Return an owner's row, a new one where there is none; it is locked until the session is committed."""
    touch = update(OwnerRow).where(OwnerRow.name == name).values(renewals=OwnerRow.renewals)
    session.execute(touch.execution_options(synchronize_session=False))
    row = session.get(OwnerRow, name)
    if row is None:
        row = OwnerRow(name=name, belongings="{}", renewals=0)
        session.add(row)
        session.flush()
    return row


def merge_text(text: str, others: Belongings, merge: Callable[[Belongings, Belongings], Belongings]) -> str:
    """Return stored belongings merged with others, as they are stored."""
    return belongings_text(merge(_belongings_or_empty(text), others))


def join(store: Store, name: str, into: str, merge: Callable[[Belongings, Belongings], Belongings]) -> None:
    """Make an owner another one: `into` gets its documents, and its cookies and key lead to `into`.

    `merge` combines the belongings of `into` with those of the joining owner. ValueError where `into` cannot be joined.
    """
    with store.writing() as session:
        other = session.get(OwnerRow, into)
        if other is None or other.joined or name == into:
            raise ValueError("an owner joins one that has a key, and never itself")
        row = locked_row(session, name)
        other.belongings = merge_text(other.belongings, _belongings_or_empty(row.belongings), merge)
        row.belongings, row.joined = "{}", into
        session.execute(update(OwnerRow).where(OwnerRow.joined == name).values(joined=into))
        reassign_joined_documents(session)


def reassign_joined_documents(session: Session) -> int:
    """Give the documents and seats of joined owners to the owner that they became; return how many documents.

    A restored backup may have some, because it was made before the owners joined.
    """
    session.flush()
    new_owner = select(OwnerRow.joined).where(OwnerRow.name == DocumentRow.owner).scalar_subquery()
    successor = aliased(OwnerRow)
    joined_owners = select(OwnerRow.name).join(successor, OwnerRow.joined == successor.name)
    new_sitter = select(OwnerRow.joined).where(OwnerRow.name == TableEventRow.sitter).scalar_subquery()
    session.execute(
        update(TableEventRow)
        .where(TableEventRow.sitter.in_(joined_owners))
        .values(sitter=new_sitter)
        .execution_options(synchronize_session=False)
    )
    result = session.execute(
        update(DocumentRow)
        .where(DocumentRow.owner.in_(joined_owners))
        .values(owner=new_owner)
        .execution_options(synchronize_session=False)
    )
    return int(result.rowcount)  # type: ignore[attr-defined]
