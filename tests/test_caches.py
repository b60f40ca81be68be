"""Caches: keyed by content, bounded, listed by name, cleared together."""

import pytest

from companion.base import caches


def test_an_answer_is_kept_by_what_it_depends_on_and_within_its_bound():
    asked = []

    @caches.keep(2, key=lambda text: text.lower())
    def shouted(text):
        asked.append(text)
        return text.upper()

    assert [shouted("a"), shouted("A"), shouted("b"), shouted("a")] == ["A", "A", "B", "A"]
    assert asked == ["a", "b"]
    shouted("c")
    shouted("b")
    assert asked == ["a", "b", "c", "b"]


def test_a_bound_may_count_sizes_and_an_exception_is_not_kept():
    asked = []

    @caches.keep(10, size=len)
    def repeated(text, times):
        asked.append(text)
        return text * (6 // times)

    for text in ("ab", "cd", "ab"):
        repeated(text, 1 if text == "ab" else 2)
    assert asked == ["ab", "cd", "ab"]
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            repeated("e", 0)
    assert asked == ["ab", "cd", "ab", "e", "e"]


def test_every_cache_is_listed_with_its_bound_and_cleared():
    from companion.web import create_app  # noqa: F401  pages have most of the caches

    @caches.keep(3)
    def doubled(number):
        return 2 * number

    doubled(1)
    doubled(2)
    states = {state.name: state for state in caches.list_caches()}
    (name,) = (name for name in states if name.endswith("doubled"))
    assert (states[name].bound, states[name].used, states[name].entries) == (3, 2, 2)
    assert {
        "companion.data.packs._merge_cached",
        "companion.web.shared.verdicts.verdict",
        "companion.web.shared.faces._ART",
    } <= set(states)
    caches.clear()
    assert all(state.used == state.entries == 0 for state in caches.list_caches())
