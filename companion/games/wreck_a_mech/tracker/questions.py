"""Analyses that help a seat, with inputs from that seat's view: never from the state, which has secrets."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.base.json_types import JsonMapping, JsonObject
from companion.games.wreck_a_mech.model import pile_lines
from companion.games.wreck_a_mech.rules.play import draw_count
from companion.games.wreck_a_mech.tracker.state import State
from companion.games.wreck_a_mech.tracker.views import read_view
from companion.play.piles import UNKNOWN
from companion.play.tracker import Question


def questions(view: JsonMapping, seat: int) -> tuple[Question, ...]:
    """Return the analyses that help a seat now: its losses, its best build, the odds of its next draw."""
    state = read_view(view)
    if state.phase in ("deal", "over") or seat not in state.fighters:
        return ()
    return tuple(_questions(state, view, seat))


def _questions(state: State, view: JsonMapping, seat: int) -> Iterator[Question]:
    mech = dict(state.players[seat].mech)
    is_acting = seat in state.queue
    if state.phase == "combat" and is_acting and mech and view["damage"][seat]:
        attacker = view["neighbours"][seat][0]
        marks = {"attack": state.players[attacker].attack, "defense": state.players[seat].defense}
        inputs = {**mech, **marks, **_opponent_parts(view, attacker)}
        yield Question("damage-options", "Which loss is best", inputs)
    if state.phase == "build" and is_acting:
        inputs = {**mech, **_opponent_marks(view, seat), "hand": _copies(state.players[seat].hand)}
        yield Question("best-build", "The best build from your hand", inputs)
    yield from _odds(state, seat)


def _opponent_marks(view: JsonMapping, seat: int) -> JsonObject:
    """Return the marks of both neighbours from their present totals, and the defender's parts."""
    attacker, defender = view["neighbours"][seat]
    inputs: JsonObject = {} if attacker is None else {"attack": view["totals"][attacker]["attack"]}
    if defender is not None:
        inputs |= {"defense": view["totals"][defender]["defense"], **_opponent_parts(view, defender)}
    return {**inputs, "goal": "opponent" if inputs else "attack"}


def _opponent_parts(view: JsonMapping, seat: int) -> JsonObject:
    """Return a mech's parts by corporation as the text of a form."""
    counts = Counter(view["cards"][card]["corporation"] for card in view["players"][seat]["mech"].values())
    text = ", ".join(f"{count} {name}" for name, count in counts.items() if name != "Trainer")
    return {"parts": text} if text else {}


def _copies(cards: Iterable[str]) -> list[str]:
    return pile_lines(Counter(filter(None, cards)))


def _odds(state: State, seat: int) -> Iterator[Question]:
    """Yield the odds of the next draw: a card in a Rebound, else a hand."""
    player = state.players[seat]
    hidden = state.table.loose[seat] if state.table else ()
    draw, discard = _copies((*player.draw, *hidden)), _copies(player.discard)
    if not (draw or discard) or state.overtime:
        return
    is_sure = not hidden or UNKNOWN not in (*player.hand, *player.discard)
    count = 1 if state.phase == "rebound" and seat in state.queue else draw_count(state.victories)
    title = "The odds of your next card" if count == 1 else "The odds of your next hand"
    doubt = "" if is_sure else ": say which cards are left"
    yield Question("deck-odds", f"{title}{doubt}", {"draw": draw, "discard": discard, "count": count})
