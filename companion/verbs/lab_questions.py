"""Questions to the balance lab that take several runs: what if, which number is fair, which of many builds is best."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words, percentage_points, plural
from companion.data import packs
from companion.lab.compare import (
    NumberChange,
    WinDifference,
    changed_pack,
    changes,
    difference,
    find_card,
    judge,
    may_be_fair,
)
from companion.lab.counts import RunCounts, count, parts
from companion.lab.game import PlayedGame
from companion.lab.matchup import LabMatchup, system
from companion.lab.ranking import rank
from companion.verbs import lab

Play = Callable[[LabMatchup, str], Iterator[PlayedGame]]
"""Plays the games of a matchup, as many as were asked for; the text tells its run from the others of the question."""
Remake = Callable[[Mapping[str, str], Sequence[JsonObject]], LabMatchup]
"""Makes the matchup anew with other rulings and packs; InvalidInput where a build of it is not legal then."""
NO_NUMBER = "No single number does it"


def number_packs(matchup: LabMatchup, typed: Mapping[str, str]) -> list[JsonObject]:
    """Return packs that change numbers of cards, from `card.field` and the value; InvalidInput says what is wrong."""
    catalogue = packs.merge(system(matchup.game).catalogue, matchup.pack)
    made: list[JsonObject] = []
    for place, text in typed.items():
        card, _, field = place.partition(".")
        if not field:
            raise InvalidInput(InputError("--if", quote(place), "CARD.FIELD=VALUE, such as my-card.attack=3"))
        with errors_at("--if"):
            made.append(changed_pack(matchup.game, catalogue, card, field, _read_value(text)))
        catalogue = packs.merge(catalogue, made[-1:])
    return made


def _read_value(text: str) -> int | str | bool:
    """Return a typed value: a whole number, `true` or `false`, else the text."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() else text


def what_if(without: LabMatchup, with_change: LabMatchup, change: str, play: Play) -> JsonObject:
    """Return what a change does to each side's wins: the same games with and without it, by common random numbers."""
    sides = len(without.sides)
    counts, won = RunCounts(sides), list[tuple[float, ...] | None]()
    for game in play(without, ""):
        counts.add(game)
        won.append(parts(game, sides) if game.ended else None)
    changed, pairs = RunCounts(sides), list[tuple[tuple[float, ...], tuple[float, ...]]]()
    for before, game in zip(won, play(with_change, "if"), strict=True):
        changed.add(game)
        if before and game.ended:
            pairs.append((before, parts(game, sides)))
    found = [difference((one[side], other[side]) for one, other in pairs) for side in range(sides)]
    return {
        "change": change,
        "situation": lab.situation_answer(without),
        "verdict": _what_if_verdict(without, change, found),
        "differences": [
            {
                "title": side.title,
                "difference": one.mean,
                "low": one.low,
                "high": one.high,
                "games": one.games,
                "noise": one.is_noise,
            }
            for side, one in zip(without.sides, found, strict=True)
        ],
        "without": lab.run_answer(without, counts),
        "with": lab.run_answer(with_change, changed),
    }


def _what_if_verdict(matchup: LabMatchup, change: str, found: Sequence[WinDifference]) -> str:
    clear = [
        f"{side.title} wins {percentage_points(abs(one.mean), 1)} {'more' if one.mean > 0 else 'less'}"
        f" ({points(one.low)} to {points(one.high)})"
        for side, one in zip(matchup.sides, found, strict=True)
        if not one.is_noise
    ]
    games = plural(found[0].games, "pair") + " of games"
    if clear:
        return f"With {change}, {join_words(clear)}, in {games}."
    return f"Noise: in {games}, nothing shows that {change} helps or hurts a side."


def points(share: float) -> str:
    """Return a difference of rates in words: `+3.5 points`, a point being one game of 100."""
    return f"{100 * share:+.1f}".replace("-", "−") + " points"


def balance(matchup: LabMatchup, card: str, remake: Remake, play: Play) -> Iterator[JsonObject]:
    """Yield the search for the smallest legal change of one number of a card that makes a matchup fair.

    Each answer has the changes tried so far; the last one has the verdict. A change that is no legal card, or makes a
    build of the matchup illegal, is not tried.
    """
    catalogue = packs.merge(system(matchup.game).catalogue, matchup.pack)
    name = find_card(catalogue, card).name
    now = count(play(matchup, ""), len(matchup.sides))
    answer: JsonObject = {
        "card": card,
        "now": lab.run_answer(matchup, now),
        "steps": [],
        "change": None,
        "situation": lab.situation_answer(matchup),
        "verdict": "",
    }
    if may_be_fair(now):
        yield {**answer, "verdict": f"It is fair as it is: in {plural(now.ended, 'game')} no side stands out."}
        return
    yield answer
    for change in changes(catalogue, card):
        try:
            pack = changed_pack(matchup.game, catalogue, card, change.field, change.after)
            changed = remake(matchup.rulings, [*matchup.pack, pack])
        except InvalidInput:
            continue
        counts = judge(play(changed, f"{change.field}-{change.after}"), len(matchup.sides))
        is_fair = may_be_fair(counts)
        answer = {**answer, "steps": [*answer["steps"], _step(changed, change, counts, is_fair)]}
        if is_fair:
            fair = {"field": change.field, "before": change.before, "after": change.after}
            words = f"{name} with {change.words} is fair: in {plural(counts.ended, 'game')} no side stands out."
            yield {**answer, "change": fair, "verdict": words}
            return
        yield answer
    yield {**answer, "verdict": f"{NO_NUMBER}: {plural(len(answer['steps']), 'change')} tried."}


def _step(matchup: LabMatchup, change: NumberChange, counts: RunCounts, is_fair: bool) -> JsonObject:
    return {
        "field": change.field,
        "before": change.before,
        "after": change.after,
        "games": counts.games,
        "ended": counts.ended,
        "fair": is_fair,
        "sides": lab.side_rates(matchup, counts),
    }


def each_pair(matchups: Mapping[tuple[int, int], LabMatchup], titles: Sequence[str], play: Play) -> JsonObject:
    """Return a ranking of builds that all play each other; `matchups` has each pair of them once."""
    results: list[tuple[int, int, float]] = []
    pairs = []
    for (one, other), matchup in matchups.items():
        counts = RunCounts(len(matchup.sides))
        for game in play(matchup, f"{one + 1}-{other + 1}"):
            counts.add(game)
            if game.ended:
                results.append((one, other, parts(game, len(matchup.sides))[0]))
        pairs.append({"a": titles[one], "b": titles[other], **lab.rate_answer(counts.rate(0)), "played": counts.games})
    ranked = rank(results, len(titles))
    return {
        "ranking": [
            {"title": titles[one.build], "rating": one.strength, "low": one.low, "high": one.high} for one in ranked
        ],
        "pairs": pairs,
        "situation": lab.situation_answer(next(iter(matchups.values()))),
        "verdict": _ranking_verdict(titles, [(one.build, one.low, one.high) for one in ranked]),
    }


def _ranking_verdict(titles: Sequence[str], ranked: Sequence[tuple[int, float, float]]) -> str:
    (best, low, _), *others = ranked
    close = [titles[build] for build, _, high in others if high >= low]
    if close:
        return f"No build is clearly the best: {titles[best]} leads, but {join_words(close)} may be as strong."
    return f"{titles[best]} is the strongest: its interval lies above all others."
