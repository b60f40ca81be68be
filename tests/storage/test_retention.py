"""Retention: what an owner who saved nothing for long has is listed, kept by a word, and removed while saves wait."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import event, update

from companion.storage import public_pictures, retention
from companion.storage.schema import DocumentRow

GAME = "mecha-mettle"


def saved(store, owner, title, days, minutes=0):
    """Save a document as it was so long ago."""
    made = store.create(owner, GAME, {"title": title})
    then = (datetime.now(UTC) - timedelta(days=days, minutes=minutes)).isoformat()
    with store.writing() as session:
        session.execute(update(DocumentRow).where(DocumentRow.id == made.id).values(changed=then))
    return made


def titles(documents):
    return sorted(document.title for document in documents)


def test_what_goes_is_announced_thirty_days_before_and_removed_at_its_day(store):
    public_pictures.make(store, saved(store, "a", "Due", 100, 1), {})
    saved(store, "b", "Not yet due", 99, 1439)
    saved(store, "c", "Just announced", 70, 1)
    saved(store, "d", "Not yet announced", 69, 1439)
    assert titles(retention.list_unused(store, 100)) == ["Due", "Just announced", "Not yet due"]
    assert titles(retention.remove_unused(store, 100)) == ["Due"]
    assert titles(retention.list_unused(store, 100)) == ["Just announced", "Not yet due"]
    assert store.list("d")[0].title == "Not yet announced"


def test_whoever_still_saves_keeps_all(store):
    saved(store, "me", "Old", 500)
    saved(store, "me", "New", 5)
    assert retention.list_unused(store, 100) == [] and retention.removal_date(store, "me", 100) is None


def test_an_owner_is_told_when_its_things_go_and_keeps_them_by_a_word(store):
    saved(store, "me", "Old", 80)
    saved(store, "me", "Older", 90)
    goes = retention.removal_date(store, "me", 100)
    assert timedelta(days=19) < goes - datetime.now(UTC) < timedelta(days=20)
    retention.keep(store, "me")
    assert retention.removal_date(store, "me", 100) is None and retention.list_unused(store, 100) == []
    assert retention.removal_date(store, "nobody", 100) is None


def test_saves_wait_until_what_is_unused_is_removed(store):
    saved(store, "me", "Old", 500)
    said = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    retention.remove_unused(store, 100)
    assert said[0].split()[0] in ("UPDATE", "LOCK") and said[1].startswith("SELECT")
