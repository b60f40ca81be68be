"""The search for specs that beat a given spec over sixty points; it skips only specs that cannot be among the best.

It may stop early: `certainty` in the answer says whether the result is proved.
"""

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
"""Specs that an answer proposes."""
STEP = 500
"""Wars fought for one answer: a fraction of a second."""
MOST_WARS = sum(len(LETTERS) ** level for level in LEVELS)
"""Wars of a whole search: one for each run of first letters."""
_ALIKE = 1e-9
"""Edges closer than this are equal: they differ by rounding alone."""


@dataclass(frozen=True, slots=True)
class Start:
    """First letters of specs, and the sum of the edges at the levels that these letters decide."""

    letters: str
    total: float

    @property
    def upper_bound(self) -> float:
        """Return the largest possible sum over all six levels: an edge is at most 1."""
        return self.total + SLOTS - len(self.letters)


@dataclass
class Search:
    """The search for the specs with the greatest mean edge over one spec; `fought` counts wars, `decided` specs.

    It adds letter after letter, the most promising first, and drops beginnings whose specs can no longer be among the
    best. Specs that begin like one of `open` are undecided and may be better.
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
            start = self._add_letter(start, letter)
        self.open.append(start)

    @property
    def total(self) -> int:
        """Return the number of specs to choose among."""
        return self._count_specs(self.begins)

    @property
    def at_most(self) -> float | None:
        """Return the mean edge that no undecided spec can exceed; None where all are decided."""
        return max(start.upper_bound for start in self.open) / SLOTS if self.open else None

    def run(self, wars: int) -> None:
        """Continue the search up to a total number of wars, or until the result is certain."""
        while self.open and self.fought < wars:
            start = self.open.pop()
            if not self._is_hopeful(start):
                self.decided += self._count_specs(start.letters)
            elif len(start.letters) == SLOTS:
                self._record(start)
            else:
                longer = [
                    self._add_letter(start, letter) for letter in LETTERS if self._count_specs(start.letters + letter)
                ]
                self.open += sorted(longer, key=lambda start: (start.total, start.letters))
        hopeless = [start for start in self.open if not self._is_hopeful(start)]
        self.decided += sum(self._count_specs(start.letters) for start in hopeless)
        self.open = [start for start in self.open if self._is_hopeful(start)]

    def _add_letter(self, start: Start, letter: str) -> Start:
        letters = start.letters + letter
        self.fought += 1
        return Start(letters, start.total + self.war(letters, len(letters)).edge)

    def war(self, spec: str, level: int) -> War:
        """Return the war between mechs of one level of both specs."""
        return wars.war(canonical(spec, level), canonical(self.against, level), self.scale, self.points)

    def _is_hopeful(self, start: Start) -> bool:
        return len(self.best) < LISTED or start.upper_bound > -self.best[-1][0] - _ALIKE

    def _record(self, start: Start) -> None:
        self.decided += 1
        insort(self.best, (-round(start.total, 9), start.letters))
        del self.best[LISTED:]

    def _count_specs(self, letters: str) -> int:
        """Return the number of specs with enough Mobility that begin with these letters."""
        free = SLOTS - len(letters)
        least = max(0, self.mobility - letters.count("M"))
        return sum(comb(free, more) * (len(LETTERS) - 1) ** (free - more) for more in range(least, free + 1))


def _first_letters(text: str) -> str:
    letters = read_letters(text)
    if len(letters) >= SLOTS:
        raise ValueError(f"at most {SLOTS - 1} letters, so that something is left to choose")
    return letters


class CounterInputs(Record):
    """The spec to beat, and conditions for the spec that beats it."""

    against: SpecText = Field(title="Spec to beat", description="Six letters of P, S, M, I and A, for example MIPASA.")
    begins: Annotated[str, Field(max_length=80), AfterValidator(_first_letters)] = Field(
        "", title="Yours begins with", description="Letters that are decided already; empty: none."
    )
    mobility: int = Field(
        0, ge=0, le=SLOTS, title="Least number of M", description="Combat does not reward Mobility; a war needs some."
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
    """Return `proposals`: the specs that keep the most of sixty points against one, best first, each with its `use`.

    Both sides build mechs of one level, which meet one against one until one army is gone. `edge` is the mean over the
    six levels of the share of its points that the spec keeps minus the share that the other keeps; `duel_edge` is the
    same for one combat of one mech each. Each row of `levels` has the number of `mechs`, the chances `wins` and
    `loses`, and the mean points that both keep.

    With `levels` mixed, the specs that are best with one level are ranked again by `mixed_edge`; each row also has the
    `mixed_edge` of the best army against theirs of that level, and how many mechs of each level it `sends`.

    `certainty` is `proved`, `within` or `sample`; `sure` says it in words. `proved` is true where no other spec is
    better with one level: all of `total` are `decided`, after `fought` wars. Otherwise no undecided spec has an edge
    above `at_most`.
    """
    search = _search_further(inputs, context)
    proposals = [_proposal(search, -total / SLOTS, spec) for total, spec in search.best]
    mixed = inputs.levels == "mixed" and not search.open
    if mixed:
        proposals = sorted(
            (_add_best_mix(search, proposal) for proposal in proposals),
            key=lambda proposal: -proposal["mixed_edge"]["value"],
        )
    certainty, sure = _certainty(search, mixed)
    return {
        "against": inputs.against,
        "begins": inputs.begins,
        "mobility": inputs.mobility,
        "points": POINTS,
        "levels": inputs.levels,
        "proposals": proposals,
        "proved": not search.open,
        "certainty": certainty,
        "sure": sure,
        "decided": search.decided,
        "total": search.total,
        "fought": search.fought,
        "at_most": None if search.at_most is None else _edge(search.at_most),
        "rules": [*RULES, "build-points", "build-cost"],
    }


def _search_further(inputs: CounterInputs, context: Context) -> Search:
    """Return the search one step past `done`, or finished where neither `done` nor the context sets a limit."""
    if inputs.mobility > SLOTS - len(inputs.begins) + inputs.begins.count("M"):
        room = SLOTS - len(inputs.begins) + inputs.begins.count("M")
        raise InvalidInput(InputError("mobility", quote(str(inputs.mobility)), f"at most {room} after {inputs.begins}"))
    search = Search(inputs.against, inputs.begins, inputs.mobility, module_scale(context.catalogue))
    if inputs.done is None and not context.most_steps:
        search.run(MOST_WARS)
        return search
    misses_before, most_misses = wars.war.cache_info().misses, STEP * (context.most_steps or MOST_WARS)
    goal = (inputs.done or 0) + STEP
    while search.open and search.fought < goal and wars.war.cache_info().misses - misses_before < most_misses:
        search.run(min(goal, search.fought + STEP))
    return search


def _proposal(search: Search, mean: float, spec: str) -> JsonObject:
    wars_by_level = [(level, search.war(spec, level)) for level in LEVELS]
    return {
        "spec": spec,
        "edge": _edge(mean),
        "duel_edge": edge_figure(edge(spec, search.against, search.scale)),
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
            for level, war in wars_by_level
        ],
        "use": {"spec": spec},
    }


def _add_best_mix(search: Search, proposal: JsonMapping) -> JsonObject:
    """Return a proposal with the edges of its best armies of mixed levels, and the mechs that they send."""
    mixes = {level: best_mix(proposal["spec"], search.against, level, search.scale, search.points) for level in LEVELS}
    rows = [
        {
            **row,
            "mixed_edge": _edge(mixes[row["level"]].edge),
            "sends": [{"level": n, "mechs": count} for n, count in zip(LEVELS, mixes[row["level"]].sends, strict=True)],
        }
        for row in proposal["levels"]
    ]
    mean = sum(mix.edge for mix in mixes.values()) / len(mixes)
    return {**proposal, "mixed_edge": _edge(mean), "levels": rows}


def _certainty(search: Search, mixed: bool) -> tuple[str, str]:
    """Return how sure the ranking is, and that in words."""
    if search.open:
        return (
            "within",
            f"Not proved yet: no undecided spec has an edge above {_signed_hundredths(search.at_most or 0)}.",
        )
    if mixed:
        specs = plural(len(search.best), "spec")
        return "sample", (
            f"A sample: the {specs} that are best with one level, which is proved, ranked by their best armies of "
            "mixed levels. A spec that is not among them may do better."
        )
    return "proved", f"Proved: no other of the {search.total:,} specs does better with armies of one level."


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
