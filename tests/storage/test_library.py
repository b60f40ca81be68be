"""The library: what a filter finds and in which order, page by page; tags, archive and trash of many at once."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, update

from companion.base.findings import InvalidInput
from companion.storage import library
from companion.storage.library import LONGEST_TAG, MOST_CHOSEN, MOST_TAGS, PER_PAGE, LibraryFilter
from companion.storage.schema import DocumentRow
from companion.storage.store import Store
from tests import engines

GAME = "mecha-mettle"


def save(store, title, owner="me", game=GAME, kind="build", tags=(), days=0):
    """Save a document as it was so many days ago; return its id."""
    made = store.create(owner, game, {"title": title}, kind)
    if tags:
        library.change_tags(store, owner, [made.id], lambda _: tags)
    if days:
        then = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        with store.writing() as session:
            session.execute(update(DocumentRow).where(DocumentRow.id == made.id).values(changed=then))
    return made.id


def titles(store, owner="me", **asked):
    return [head.title for head in library.find(store, owner, LibraryFilter(**asked)).heads]


def test_only_an_owners_own_is_found_newest_first(store):
    save(store, "Old", days=2)
    save(store, "New", days=1)
    save(store, "Another's", owner="you")
    assert titles(store) == ["New", "Old"] and titles(store, "nobody") == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("wolf", ["Lone Wolf", "WOLF pack"]),
        ("WOLF lone", ["Lone Wolf"]),
        ("wolf nothing", []),
        ("äther", ["Ätherschiff"]),
        ("ÄTHER", ["Ätherschiff"]),
        ("100%", ["100% legal"]),
        ("1_0", []),
        ("league", ["Tagged"]),
        ("red bo", ["Tagged"]),
        ("größe", ["Tagged"]),
        ("leagua", []),
        ('x"', []),
    ],
)
def test_each_word_is_in_the_title_or_in_a_tag(store, words, expected):
    for title in ("Lone Wolf", "WOLF pack", "Ätherschiff", "100% legal"):
        save(store, title)
    save(store, "Tagged", tags=("league", "red box", "größe"))
    assert titles(store, words=words, sort="title") == expected


def test_a_tag_is_found_as_a_whole(store):
    save(store, "One", tags=("red",))
    save(store, "Other", tags=("red box", "öl"))
    assert (
        titles(store, tag="red") == ["One"] and titles(store, tag="öl") == ["Other"] and titles(store, tag="box") == []
    )


def test_game_and_kind_narrow_it_down_and_sort_orders_it(store):
    save(store, "beta", days=1)
    save(store, "Alpha", days=2)
    save(store, "gamma", game="techniconica", kind="pack", days=3)
    assert titles(store, game="techniconica") == ["gamma"] and titles(store, kind="build") == ["beta", "Alpha"]
    assert titles(store, sort="title") == ["Alpha", "beta", "gamma"]
    assert titles(store, sort="game") == ["Alpha", "beta", "gamma"]


def test_the_archive_and_the_trash_are_places_of_their_own_and_nothing_grows_older_or_newer(store):
    names = {title: save(store, title) for title in ("Here", "Archived", "Gone", "Archived, then gone")}
    before = {name: store.get(name) for name in names.values()}
    library.archive(store, "me", [names["Archived"], names["Archived, then gone"]])
    library.delete(store, "me", [names["Archived, then gone"]])
    library.delete(store, "me", [names["Gone"]])
    assert titles(store) == ["Here"] and titles(store, place="archive") == ["Archived"]
    assert titles(store, place="trash") == ["Gone", "Archived, then gone"]  # what was deleted last comes first
    library.delete(store, "me", [names["Archived, then gone"]], deleted=False)
    library.archive(store, "me", [names["Archived"]], archived=False)
    assert titles(store, place="archive") == ["Archived, then gone"] and "Archived" in titles(store)
    for name, document in before.items():
        now = store.get(name)
        assert (now.version, now.saved) == (document.version, document.saved)


def test_counts_are_of_places_games_kinds_and_tags(store):
    save(store, "One", tags=("b", "A"))
    save(store, "Two", game="techniconica", kind="pack", tags=("A",))
    library.archive(store, "me", [save(store, "Three")])
    library.delete(store, "me", [save(store, "Gone", tags=("gone",))])
    save(store, "Another's", owner="you", tags=("theirs",))
    counts = library.count(store, "me")
    assert counts.places == {"library": 2, "archive": 1, "trash": 1}
    assert counts.games == {GAME: 2, "techniconica": 1} and counts.kinds == {"build": 2, "pack": 1}
    assert list(counts.tags.items()) == [("A", 2), ("b", 1)]


@pytest.mark.parametrize(("number", "pages"), [(PER_PAGE, [PER_PAGE]), (PER_PAGE + 1, [PER_PAGE, 1])])
def test_a_page_has_so_many_and_a_page_past_the_last_is_the_last(store, number, pages):
    for index in range(number):
        save(store, f"{index:03}")
    found = [library.find(store, "me", LibraryFilter(page=page, sort="title")) for page in range(1, len(pages) + 1)]
    assert [len(page.heads) for page in found] == pages and found[0].pages == len(pages)
    assert [head.title for page in found for head in page.heads] == [f"{index:03}" for index in range(number)]
    assert library.find(store, "me", LibraryFilter(page=999, sort="title")) == found[-1]


def test_a_list_reads_no_data_of_documents(store):
    save(store, "One")
    asked = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    library.find(store, "me", LibraryFilter(words="one"))
    library.count(store, "me")
    assert asked and not any("versions.data" in statement for statement in asked)


def test_of_chosen_ids_those_of_others_are_as_those_of_nobody(store):
    mine, theirs = save(store, "Mine"), save(store, "Theirs", owner="you")
    chosen = library.choose(store, "me", [mine, theirs, "nobody-has-this-id-at-all", mine, "a\0b"])
    assert ([head.id for head in chosen.heads], chosen.missing) == ([mine], 2)
    assert library.choose(store, "me", [str(number) for number in range(MOST_CHOSEN)]).missing == MOST_CHOSEN
    with pytest.raises(InvalidInput, match=f"at most {MOST_CHOSEN}"):
        library.choose(store, "me", [str(number) for number in range(MOST_CHOSEN + 1)])


def test_whatever_is_asked_of_anothers_changes_nothing(store):
    theirs = save(store, "Theirs", owner="you", tags=("theirs",))
    before = store.get(theirs)
    library.change_tags(store, "me", [theirs], lambda _: ("mine",))
    library.archive(store, "me", [theirs])
    library.delete(store, "me", [theirs])
    assert library.remove_from_trash(store, "me", [theirs]) == 0
    assert store.get(theirs) == before


def test_only_what_is_in_the_trash_is_removed_for_good(store):
    kept, gone = save(store, "Kept"), save(store, "Gone")
    library.delete(store, "me", [gone])
    assert library.remove_from_trash(store, "me", [kept, gone]) == 1
    assert titles(store) == ["Kept"] and titles(store, place="trash") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        (" , ,", ()),
        ("league", ("league",)),
        (" red   box ,league, LEAGUE ", ("red box", "league")),
        ("x" * LONGEST_TAG, ("x" * LONGEST_TAG,)),
        (",".join(map(str, range(MOST_TAGS))), tuple(map(str, range(MOST_TAGS)))),
    ],
)
def test_tags_are_typed_with_commas_between(text, expected):
    assert library.read_tags(text) == expected


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x" * (LONGEST_TAG + 1), f"at most {LONGEST_TAG} characters"),
        (",".join(map(str, range(MOST_TAGS + 1))), f"at most {MOST_TAGS} a document"),
        ('a "b"', "without quotation marks"),
        ("a\\b", "without quotation marks"),
        ("a\0b", "without quotation marks"),
    ],
)
def test_what_cannot_be_a_tag_is_refused_in_a_sentence(text, wanted):
    with pytest.raises(InvalidInput, match=wanted):
        library.read_tags(text)


def test_a_document_with_too_many_tags_stays_as_it_was_and_the_others_are_tagged(store):
    most = tuple(map(str, range(MOST_TAGS)))
    full, other = save(store, "Full", tags=most), save(store, "Other", tags=most[1:])
    refused = library.change_tags(store, "me", [full, other], lambda tags: (*tags, "new"))
    assert refused == {full} and store.get(full).tags == most and store.get(other).tags == (*most[1:], "new")


def test_tags_that_many_browsers_add_at_once_are_all_there(tmp_path):
    path = tmp_path / "together.sqlite3"
    first = Store(engines.address(path))
    name = save(first, "Together")
    stores = [first, *(Store(engines.address(path)) for _ in range(3))]
    begin = threading.Barrier(len(stores))

    def add(store, number):
        begin.wait()
        for turn in range(3):
            library.change_tags(store, "me", [name], lambda tags, tag=f"{number}.{turn}": (*tags, tag))

    threads = [threading.Thread(target=add, args=pair) for pair in zip(stores, range(len(stores)), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(first.get(name).tags) == [f"{number}.{turn}" for number in range(4) for turn in range(3)]
    for store in stores:
        store.close()


def test_what_an_owner_has_is_measured_with_trash_and_archive(store):
    name = save(store, "One")
    store.save(name, {"title": "Two"})
    library.delete(store, "me", [save(store, "Gone", kind="pack")])
    save(store, "Theirs", owner="you")
    amount = library.measure_owner(store, "me")
    assert (dict(amount.kinds), amount.versions, amount.links) == ({"build": 1, "pack": 1}, 3, 0)
