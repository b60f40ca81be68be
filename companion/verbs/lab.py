"""The balance lab for command line and pages: matchups from builds, the answer of a run, a game of it as a table."""

from collections.abc import Mapping, Sequence

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, percent, plural
from companion.data import packs
from companion.data.documents import to_document
from companion.game_system.system import GameSystem
from companion.lab.counts import Rate, RunCounts
from companion.lab.game import play
from companion.lab.matchup import NUMBERS, LabMatchup, Side, opened, system
from companion.lab.situations import shipped
from companion.limits import budget
from companion.play import acts
from companion.play.log import TableEvent
from companion.play.new_events import Brought
from companion.play.table import Table, begin
from companion.verbs.tables import maker

MOST_ENDINGS = 12
"""Endings of games that an answer names; the rest is counted together."""
CLEAR = 3.0
"""Standard errors from which a card stands out, where all cards of a game are looked at."""


def tell_apart(titles: Sequence[str]) -> list[str]:
    """Return titles of sides, with a letter where there is none or two are alike."""
    return [
        f"{title} {chr(ord('A') + at)}".strip() if not title or titles.count(title) > 1 else title
        for at, title in enumerate(titles)
    ]


def make_matchup(
    game: GameSystem,
    builds: Sequence[tuple[str, JsonMapping | None]],
    strengths: Sequence[str],
    options: JsonMapping,
    seed: str,
    is_asked: bool = True,
) -> LabMatchup:
    """Return a matchup of builds, each with its title, None for what the rules start everybody with.

    `options` may have `rulings`, `pack` and `options`, as a table's; packs inside the builds are played with as well.
    Where models stand on the players' own table, its `situation` is the one to play in, else the first that ships.
    Where `is_asked`, a build that is not legal raises InvalidInput with its problems; without, it is played as it is.
    """
    pack = _all_packs([document for _, document in builds if document], options.get("pack") or ())
    agreed = {"rulings": dict(options.get("rulings") or {}), "pack": pack}
    sides = []
    for (title, document), strength in zip(builds, strengths, strict=True):
        if document is None:
            sides.append(Side(title=title, strength=strength))
            continue
        with errors_at(title):
            build, context = game.read_in_context({**document, **agreed})
            problems = [finding for finding in game.check(build, context).findings if finding.level == "error"]
            if problems and is_asked:
                wanted = "a legal build, or --anyway to play it all the same"
                raise InvalidInput(*(InputError(one.where or "build", one.message, wanted) for one in problems[:3]))
        played = {name: value for name, value in to_document(build).items() if name not in agreed}
        sides.append(Side(title=title, build=played, strength=strength))
    usual = next(iter(shipped(game.package).values()), None) if game.tracker.has_positions else None
    chosen = {**options, "pack": tuple(pack), "situation": options.get("situation") or usual}
    matchup = LabMatchup(game=game.slug, sides=tuple(sides), seed=seed, **chosen)
    opened(matchup.model_dump_json())
    return matchup


def _all_packs(documents: Sequence[JsonMapping], given: Sequence[JsonMapping]) -> list[JsonObject]:
    """Return the packs of builds, each once, and those given, which replace theirs by key."""
    given_keys = {pack["key"] for pack in given if pack.get("key")}
    found: dict[str, JsonObject] = {}
    for pack in (pack for document in documents for pack in packs.embedded_packs(document)):
        key = str(pack.get("key") or packs.digest(pack))
        if key in given_keys:
            continue
        if key in found and packs.digest(found[key]) != packs.digest(pack):
            raise InvalidInput(
                InputError("pack", f"two versions of {quote(pack.get('title', ''))}", "one: --pack FILE")
            )
        found.setdefault(key, pack)
    return [*found.values(), *map(dict, given)]


def run_answer(matchup: LabMatchup, counts: RunCounts) -> JsonObject:
    """Return what came of a run as plain data."""
    lengths = sorted(counts.turns.elements())
    endings = counts.endings.most_common(MOST_ENDINGS)
    rest = sum(counts.endings.values()) - sum(count for _, count in endings)
    return {
        "game": matchup.game,
        "situation": situation_answer(matchup),
        "seed": matchup.seed,
        "sides": side_rates(matchup, counts),
        "verdict": verdict(matchup, counts),
        "fair_rate": counts.fair_rate,
        "games": counts.games,
        "ended": counts.ended,
        "unended": counts.unended,
        "stopped": [{"why": why, "games": count} for why, count in counts.stopped.most_common(MOST_ENDINGS)],
        "draws": counts.draws,
        "first": rate_answer(counts.first_rate),
        "turns": {
            "median": lengths[len(lengths) // 2] if lengths else None,
            "shortest": lengths[0] if lengths else None,
            "longest": lengths[-1] if lengths else None,
        },
        "endings": [{"why": why, "games": count} for why, count in endings]
        + ([{"why": "other endings", "games": rest}] if rest else []),
        "cards": _cards(matchup, counts),
    }


def situation_answer(matchup: LabMatchup) -> JsonObject | None:
    """Return the situation in which alone a result holds, in words; None for games that need none."""
    situation = matchup.situation
    return {"title": situation.title, "words": situation.words} if situation else None


def _cards(matchup: LabMatchup, counts: RunCounts) -> list[JsonObject]:
    """Return the cards of a run, those first that tell winners from losers best."""
    names, lifts = _card_names(matchup), {card: counts.lift(card) for card in counts.cards}
    return [
        {
            "card": card,
            "name": names.get(card, card),
            "drawn": counts.cards[card].drawn,
            "used": counts.cards[card].used,
            "idle": counts.cards[card].idle,
            "with_it": rate_answer(lift.with_it),
            "without": rate_answer(lift.without),
            "lift": lift.share,
            "certainty": lift.certainty,
            "stands_out": abs(lift.certainty) >= CLEAR,
        }
        for card, lift in sorted(lifts.items(), key=lambda item: (-abs(item[1].certainty), item[0]))
    ]


def side_rates(matchup: LabMatchup, counts: RunCounts) -> list[JsonObject]:
    """Return how often each side won."""
    return [
        {"title": side.title, "strength": side.strength, **rate_answer(counts.rate(number))}
        for number, side in enumerate(matchup.sides)
    ]


def rate_answer(rate: Rate) -> JsonObject:
    """Return a rate with its 95 % interval as plain data."""
    low, high = rate.interval
    return {"wins": rate.wins, "games": rate.games, "rate": rate.share, "low": low, "high": high}


def interval_words(rate: JsonMapping) -> str:
    """Return the interval of a rate, or of a rating, in words: `40 % to 60 %`."""
    return f"{percent(rate['low'])} to {percent(rate['high'])}"


def _card_names(matchup: LabMatchup) -> Mapping[str, str]:
    catalogue = packs.merge(system(matchup.game).catalogue, matchup.pack)
    return {card.id: card.name for card in catalogue.cards.values()}


def verdict(matchup: LabMatchup, counts: RunCounts) -> str:
    """Return in a sentence whether a side wins more or less often than its share."""
    if not counts.ended:
        return "No game has ended yet."
    unfair, is_outside = [], False
    for number, side in enumerate(matchup.sides):
        low, high = counts.rate(number).interval
        is_outside = is_outside or not low <= counts.fair_rate <= high
        low, high = counts.rate(number).interval_of(counts.width)
        if not low <= counts.fair_rate <= high:
            unfair.append(f"{side.title} wins {'more' if low > counts.fair_rate else 'less'} than its share")
    fair = percent(counts.fair_rate)
    if unfair:
        return f"{join_words(unfair)} ({fair})."
    games = plural(counts.ended, "game")
    if is_outside:
        sides = plural(counts.sides, "side")
        return f"Nothing shows that a side is stronger: of {sides}, one is as far from {fair} by chance, in {games}."
    return f"Nothing shows that a side is stronger: {fair} lies in every interval of {games}."


def sentences(answer: JsonMapping) -> list[str]:
    """Return what came of a run in sentences, for a terminal."""
    lines = [answer["verdict"]]
    if answer["first"]["games"]:
        first = answer["first"]
        lines.append(f"Who goes first wins {percent(first['rate'])} ({interval_words(first)}).")
    if answer["turns"]["median"] is not None:
        turns = answer["turns"]
        lines.append(f"A game takes {turns['median']} turns ({turns['shortest']} to {turns['longest']}).")
    return lines + uncounted(answer)


def uncounted(answer: JsonMapping) -> list[str]:
    """Return in sentences which games of a run are not counted, and why."""
    lines = []
    if answer["unended"]:
        lines.append(f"Did not end within the bound, and not counted: {plural(answer['unended'], 'game')}.")
    for one in answer["stopped"]:
        lines.append(f"Stopped, and not counted: {plural(one['games'], 'game')}. {one['why']}.")
    return lines


def replay(matchup: LabMatchup, number: int) -> Table:
    """Return a game of a run as a finished table: its log has the same dice, and passes every check of a table."""
    setup = matchup.setup(number)
    brought = Brought(matchup.seed_of(number))
    make = maker(system(matchup.game), setup)
    table = begin(setup, make)
    seated = matchup.seated(number)
    for seat, side in enumerate(seated):
        table = acts.sit(table, brought, seat, matchup.sides[side].title[:30], NUMBERS, "server")
    if matchup.situation:
        table = acts.note(table, brought, None, f"Simulated. {matchup.situation.words}")
    decided: list[TableEvent] = []

    def note(event: TableEvent) -> None:
        budget.check()
        decided.append(event)

    game = play(opened(matchup.model_dump_json()), number, note)
    for event in decided:
        table = _carried_on(table, brought, event)
    if game.ended:
        for seat in range(len(seated)):
            if table.result is None:
                table = acts.finish(table, brought, seat)
    return table


def _carried_on(table: Table, brought: Brought, event: TableEvent) -> Table:
    """Return a table after an event of a simulated game; what follows by itself there follows by itself here too."""
    if event.kind in ("shuffle", "open") or event.seat is None:
        return table
    if event.kind == "seal":
        return acts.seal_choice(table, brought, event.seat, event.secret)
    if event.kind == "faces":
        is_thrown = event.values.get("how") == "thrown"
        return table if is_thrown else acts.answer(table, brought, event.seat, event.values["faces"])
    values = {name: value for name, value in event.values.items() if name != "name"}
    table = acts.move(table, brought, event.seat, event.values["name"], values)
    while table.proposal:  # who has won, where one side alone is left: everybody agrees
        asked = next(
            seat for seat in range(len(table.seats)) if seat not in (table.proposal.seat, *table.proposal.agreed)
        )
        table = acts.agree(table, brought, asked)
    return table
