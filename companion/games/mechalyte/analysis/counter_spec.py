"""Which specs beat a given spec over sixty points: a search that leaves out only what cannot be among the best."""

from bisect import insort
from dataclasses import dataclass, field
from math import comb
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import nearest, plural
from companion.data.documents import Record
from companion.gamekit.contract import Analysis, Context
from companion.games.mechalyte.analysis import wars
from companion.games.mechalyte.analysis.duels import RULES, SpecText, canonical, edge, edge_figure
from companion.games.mechalyte.analysis.mixed import best_mix
from companion.games.mechalyte.analysis.wars import War
from companion.games.mechalyte.model import LETTERS, LEVELS, POINTS, SLOTS, read_letters
from companion.games.mechalyte.resolver.filled import spec_card_numbers
from companion.games.mechalyte.rules.levels import PRINTED, Scale, module_scale

LISTED = 8
"""Specs that are proposed."""
STEP = 500
"""Wars fought for one answer: a fraction of a second."""
MOST_WARS = sum(len(LETTERS) ** level for level in LEVELS)
"""One for each beginning of each spec."""
_ALIKE = 1e-9
"""Edges closer than this are equal: they differ by rounding alone."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first letters of specs, and the sum of their edges at the levels that these letters make."""

    letters: str
    total: float

    @property
    def most(self) -> float:
        """Return an upper bound for the sum of all six levels: an edge is at most 1."""
        return self.total + SLOTS - len(self.letters)


@dataclass
class Search:
    """The search for the specs with the greatest mean edge over one spec; `fought` counts wars, `decided` specs.

    It goes down the letters, the most promising first, and leaves out all specs that begin like one that can no longer
    be among the best. What is still `open` after `step` may contain better ones.
    """

    against: str
    begins: str = ""
    mobility: int = 0
    scale: Scale = PRINTED
    points: int = POINTS
    fought: int = 0
    decided: int = 0
    best: list[tuple[float, str]] = field(default_factory=list)
    """Minus the sum of edges, and the spec: the best first, equal ones in the order of their letters."""
    open: list[Start] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Open the search with the letters that every spec begins with."""
        start = Start("", 0.0)
        for letter in self.begins:
            start = self._longer(start, letter)
        self.open.append(start)

    @property
    def total(self) -> int:
        """Return how many specs there are to choose among."""
        return self._below(self.begins)

    @property
    def at_most(self) -> float | None:
        """Return the mean edge that no undecided spec can exceed; None where all are decided."""
        return max(start.most for start in self.open) / SLOTS if self.open else None

    def run(self, wars: int) -> None:
        """Continue the search up to a total number of wars, or until the result is certain."""
        while self.open and self.fought < wars:
            start = self.open.pop()
            if not self._hopeful(start):
                self.decided += self._below(start.letters)
            elif len(start.letters) == SLOTS:
                self._take(start)
            else:
                longer = [self._longer(start, letter) for letter in LETTERS if self._below(start.letters + letter)]
                self.open += sorted(longer, key=lambda found: (found.total, found.letters))
        hopeless = [start for start in self.open if not self._hopeful(start)]
        self.decided += sum(self._below(start.letters) for start in hopeless)
        self.open = [start for start in self.open if self._hopeful(start)]

    def _longer(self, start: Start, letter: str) -> Start:
        letters = start.letters + letter
        self.fought += 1
        return Start(letters, start.total + self.war(letters, len(letters)).edge)

    def war(self, spec: str, level: int) -> War:
        """Return the war between mechs of one level of both specs."""
        return wars.war(canonical(spec, level), canonical(self.against, level), self.scale, self.points)

    def _hopeful(self, start: Start) -> bool:
        return len(self.best) < LISTED or start.most > -self.best[-1][0] - _ALIKE

    def _take(self, start: Start) -> None:
        self.decided += 1
        insort(self.best, (-round(start.total, 9), start.letters))
        del self.best[LISTED:]

    def _below(self, letters: str) -> int:
        """Return how many specs with enough Mobility begin with these letters."""
        free = SLOTS - len(letters)
        wanted = max(0, self.mobility - letters.count("M"))
        return sum(comb(free, more) * (len(LETTERS) - 1) ** (free - more) for more in range(wanted, free + 1))


def _first_letters(text: str) -> str:
    letters = read_letters(text)
    if len(letters) >= SLOTS:
        raise ValueError(f"at most {SLOTS - 1} letters, so that something is left to choose")
    return letters


class CounterInputs(Record):
    """The spec to beat, and what is asked of the spec that beats it."""

    against: SpecText = Field(title="Spec to beat", description="Six letters of P, S, M, I and A, for example MIPASA.")
    begins: Annotated[str, Field(max_length=80), AfterValidator(_first_letters)] = Field(
        "", title="Yours begins with", description="Letters that are decided already; empty: none."
    )
    mobility: int = Field(
        0,
        ge=0,
        le=SLOTS,
        title="At least this many M",
        description="Combat does not reward Mobility; a war needs some.",
    )
    levels: Literal["one", "mixed"] = Field(
        "one",
        title="Your army",
        description="One: mechs of the same level as theirs. Mixed: each mech at the level that does best.",
    )
    done: int | None = Field(
        None,
        ge=0,
        le=MOST_WARS,
        title="Wars fought before",
        description=f"This answer stops {STEP} wars later. Empty: at the end.",
    )


def run(inputs: CounterInputs, context: Context) -> JsonObject:
    """Return the specs that keep the most of sixty points against one: `proposals`, best first, each with its `use`.

    Both sides build mechs of one level, and they meet one against one until one army is gone. `edge` is the mean over
    the six levels of the share of its points that the spec keeps minus the share that the other keeps; `duel_edge` the
    same for one mech each in one combat. `levels` says for each level how many `mechs` it is, the chances `wins` and
    `loses`, and the points that both keep on average.

    With `levels` mixed, the specs that are best with one level are ranked anew by `mixed_edge`, and each row has what
    the best army does against theirs of that level: its `mixed_edge`, and how many it `sends` of each level.

    Figures without an `exact` fraction are floating-point numbers, which `rounded` says in words.

    `certainty` is `proved`, `within` or `sample`, and `sure` says so in words. `proved` says whether no other spec is
    better with one level: all of `total` are `decided` after `fought` wars. Otherwise no undecided spec has an edge
    above `at_most`.
    """
    found = _search_further(inputs, context)
    proposals = [_proposal(found, -total / SLOTS, spec) for total, spec in found.best]
    mixed = inputs.levels == "mixed" and not found.open
    if mixed:
        proposals = sorted(
            (_add_best_mix(found, one) for one in proposals), key=lambda one: -one["mixed_edge"]["value"]
        )
    certainty, sure = _certainty(found, mixed)
    return {
        "against": inputs.against,
        "begins": inputs.begins,
        "mobility": inputs.mobility,
        "points": POINTS,
        "levels": inputs.levels,
        "proposals": proposals,
        "proved": not found.open,
        "certainty": certainty,
        "sure": sure,
        "decided": found.decided,
        "total": found.total,
        "fought": found.fought,
        "at_most": None if found.at_most is None else _edge(found.at_most),
        "rounded": "Wars of many mechs are worked out in floating-point numbers: their figures are rounded.",
        "rules": [*RULES, "build-points", "build-cost"],
    }


def _search_further(inputs: CounterInputs, context: Context) -> Search:
    """Return the search as far as it may go: a step past `done`, or to its end where nobody waits for a page."""
    if inputs.mobility > SLOTS - len(inputs.begins) + inputs.begins.count("M"):
        room = SLOTS - len(inputs.begins) + inputs.begins.count("M")
        raise InvalidInput(InputError("mobility", quote(str(inputs.mobility)), f"at most {room} after {inputs.begins}"))
    search = Search(inputs.against, inputs.begins, inputs.mobility, module_scale(context.catalogue))
    if inputs.done is None and not context.most_steps:
        search.run(MOST_WARS)
        return search
    known, most = wars.war.cache_info().misses, STEP * (context.most_steps or MOST_WARS)
    goal = (inputs.done or 0) + STEP
    while search.open and search.fought < goal and wars.war.cache_info().misses - known < most:
        search.run(min(goal, search.fought + STEP))
    return search


def _proposal(found: Search, mean: float, spec: str) -> JsonObject:
    fought = [(level, found.war(spec, level)) for level in LEVELS]
    return {
        "spec": spec,
        "edge": _edge(mean),
        "duel_edge": edge_figure(edge(spec, found.against, found.scale)),
        "levels": [
            {
                "level": level,
                "mechs": POINTS // level,
                "edge": _edge(war.edge),
                "wins": war.a_wins,
                "loses": war.b_wins,
                "points": war.a_points,
                "their_points": war.b_points,
            }
            for level, war in fought
        ],
        "use": {"spec": spec},
    }


def _add_best_mix(found: Search, proposal: JsonMapping) -> JsonObject:
    """Return a proposal with what its best armies of mixed levels do."""
    mixes = {level: best_mix(proposal["spec"], found.against, level, found.scale, found.points) for level in LEVELS}
    rows = [
        {
            **row,
            "mixed_edge": _edge(mixes[row["level"]].edge),
            "sends": [{"level": n, "mechs": sent} for n, sent in zip(LEVELS, mixes[row["level"]].sends, strict=True)],
        }
        for row in proposal["levels"]
    ]
    mean = sum(mix.edge for mix in mixes.values()) / len(mixes)
    return {**proposal, "mixed_edge": _edge(mean), "levels": rows}


def _certainty(found: Search, mixed: bool) -> tuple[str, str]:
    """Return how sure the ranking is, and that in words."""
    if found.open:
        return (
            "within",
            f"Not proved yet: no undecided spec has an edge above {_signed_hundredths(found.at_most or 0)}.",
        )
    if mixed:
        few = plural(len(found.best), "spec")
        return "sample", (
            f"A sample: the {few} that are best with one level, which is proved, ranked by their best armies of mixed "
            "levels. A spec that is not among them may do better."
        )
    return "proved", f"Proved: no other of the {found.total:,} specs does better with armies of one level."


def _signed_hundredths(edge: float) -> str:
    hundredths = int(nearest(100 * edge))
    return f"{'+' if hundredths > 0 else '−' if hundredths < 0 else ''}{abs(hundredths)}"


def _edge(value: float) -> JsonObject:
    return {"value": value, "hundredths": int(nearest(100 * value))}


COUNTER_SPEC = Analysis(
    name="counter-spec",
    title="Counter-spec",
    about="Which specs beat this spec over sixty points, the best of all 15,625 first.",
    inputs=CounterInputs,
    run=run,
    card_numbers=spec_card_numbers("against"),
)
