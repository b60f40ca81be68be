"""A spec ranked against a field of other specs; one answer measures a limited number of them.

The edge here is the mean over the field; the edge over a single spec is in `duels`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data.documents import Record, counts_with
from companion.gamekit.contract import Analysis, Context
from companion.games.mechalyte.analysis.duels import RULES, SpecText, edge, edge_figure, hundredths
from companion.games.mechalyte.model import LETTERS, SLOTS, Spec, read_spec
from companion.games.mechalyte.resolver.filled import spec_card_numbers
from companion.games.mechalyte.rules.levels import PRINTED, Scale, module_scale


@dataclass(frozen=True, slots=True)
class Standing:
    """The ranked spec's edge over one spec of the field: the mean over the six levels, one mech each."""

    spec: str
    edge: Fraction


ARCHETYPES: tuple[tuple[str, str], ...] = (
    ("Sample one", "PMISAA"),
    ("Sample two", "MIPASA"),
    ("Sample three", "PMAIAS"),
    ("First strike", "IPPIPI"),
    ("Wall", "SASPAS"),
    ("Onion", "PAPAPA"),
    ("Cannon", "PPPPPP"),
    ("Runner", "MPMIMA"),
    ("Swarm", "PIPSAA"),
)
"""The named field: the rulebook's three samples, and simple ideas taken to an extreme."""


def all_specs() -> Iterator[str]:
    """Return all 15,625 specs, in order (fact 24)."""
    return ("".join(letters) for letters in product(LETTERS, repeat=SLOTS))


@dataclass(frozen=True, slots=True)
class Ranking:
    """A spec's result against the first `done` of `total` specs of a field.

    `ahead`, `even` and `behind` count specs; `hardest` has the lowest edges first, `easiest` the highest.
    """

    spec: str
    done: int
    total: int
    mean: Fraction
    ahead: int
    even: int
    behind: int
    hardest: tuple[Standing, ...]
    easiest: tuple[Standing, ...]

    @property
    def is_finished(self) -> bool:
        """Return whether the whole field is measured."""
        return self.done == self.total


LISTED = 8
"""Specs listed at either end of a ranking; a field of up to twice as many is listed whole in `hardest`."""


def rank(spec: str, field: Sequence[str], step: int, scale: Scale = PRINTED) -> Iterator[Ranking]:
    """Yield a spec's ranking after every `step` specs of a field, so that progress can be shown and stopped."""
    totals = FieldTotals(Fraction(), 0, 0, 0, ())
    is_short = len(field) <= 2 * LISTED
    for start in range(0, len(field), step):
        names = tuple(field[start : start + step])
        totals = _add_measures(totals, measure(spec, names, scale))
        done, ends = start + len(names), totals.ends
        hardest, easiest = (ends, ()) if is_short else (ends[:LISTED], ends[::-1][:LISTED])
        mean = totals.total / done
        yield Ranking(spec, done, len(field), mean, totals.ahead, totals.even, totals.behind, hardest, easiest)


@dataclass(frozen=True, slots=True)
class FieldTotals:
    """The totals of a part of a field: the sum of edges, the counts ahead, even and behind, both ends of the list."""

    total: Fraction
    ahead: int
    even: int
    behind: int
    ends: tuple[Standing, ...]


@lru_cache(maxsize=2048)
def measure(spec: str, names: tuple[str, ...], scale: Scale) -> FieldTotals:
    """Return the totals of a part of a field; cached, so that a ranking can go on where it stopped."""
    standings = tuple(Standing(other, edge(spec, other, scale)) for other in names)
    edges = [hundredths(s.edge) for s in standings]
    ahead, behind = sum(edge > 0 for edge in edges), sum(edge < 0 for edge in edges)
    total = sum((s.edge for s in standings), Fraction())
    return FieldTotals(total, ahead, len(standings) - ahead - behind, behind, _ends(standings))


def _add_measures(a: FieldTotals, b: FieldTotals) -> FieldTotals:
    ends = _ends((*a.ends, *b.ends))
    return FieldTotals(a.total + b.total, a.ahead + b.ahead, a.even + b.even, a.behind + b.behind, ends)


def _ends(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Return the standings from hardest to easiest; of a large field only both ends."""
    ordered = tuple(sorted(standings, key=lambda s: (s.edge, s.spec)))
    return ordered if len(ordered) <= 2 * LISTED else (*ordered[:LISTED], *ordered[-LISTED:])


STEP = 625
"""Specs of a field measured for one answer: a fraction of a second."""
MOST_TYPED = 200
FieldName = Literal["named", "saved", "typed", "all"]


class RankingInputs(Record):
    """A spec and the field it is measured against."""

    spec: SpecText = Field(title="Your spec", description="Six letters of P, S, M, I and A, for example MIPASA.")
    field: FieldName = Field(
        "named",
        title="Against",
        description="Nine named ideas, the specs you saved in this browser, specs you type, or all 15,625.",
    )
    typed: str = Field(
        "",
        max_length=4000,
        title="Typed specs",
        description=f"With field typed: at most {MOST_TYPED} specs, separated by spaces or commas: PMISAA MIPASA.",
        json_schema_extra=counts_with(field=["typed"]),
    )
    done: int | None = Field(
        None,
        ge=0,
        le=len(LETTERS) ** SLOTS,
        title="Measured before",
        description=f"Specs that earlier answers measured; this one stops {STEP} specs later. Empty: at the end.",
    )


def run(inputs: RankingInputs, context: Context) -> JsonObject:
    """Return the spec's ranking against its field: all of it, unless `done` or the context sets a limit.

    `done` of `total` specs are measured, in the field's order; `finished` once all are. `mean` is the mean edge over
    those, None for an empty field; `ahead`, `even` and `behind` count them by their shown hundredths. `hardest` and
    `easiest` list both ends, each spec with its `use`; a short field is listed whole in `hardest`.

    An answer may stop before the requested `done`: it never measures more steps than the context allows, and measures
    again what this process no longer has in its cache.
    """
    names = _names(inputs, context)
    ranking = _rank_further(inputs, tuple(names), context) if names else None
    certainty, sure = _certainty(ranking, len(names))
    return {
        "spec": inputs.spec,
        "field": inputs.field,
        "done": ranking.done if ranking else 0,
        "total": len(names),
        "finished": ranking is None or ranking.is_finished,
        "mean": edge_figure(ranking.mean) if ranking else None,
        "ahead": ranking.ahead if ranking else 0,
        "even": ranking.even if ranking else 0,
        "behind": ranking.behind if ranking else 0,
        "hardest": _standings_data(ranking.hardest, names) if ranking else [],
        "easiest": _standings_data(ranking.easiest, names) if ranking else [],
        "certainty": certainty,
        "sure": sure,
        "rules": list(RULES),
    }


def _certainty(ranking: Ranking | None, total: int) -> tuple[str, str]:
    """Return how sure the mean is, as a word and a sentence: an edge not measured yet is from -1 to 1."""
    if ranking is None or ranking.is_finished:
        return "proved", f"Proved: exact odds against all {total:,} specs of the field."
    unmeasured, measured_part = total - ranking.done, ranking.mean * ranking.done
    least, most = (hundredths((measured_part + sign * unmeasured) / total) for sign in (-1, 1))
    message = (
        f"Exact odds against {ranking.done:,} of {total:,} specs: the mean of all is between {least:+} and {most:+}."
    )
    return "within", message.replace("-", "−")


def _standings_data(standings: tuple[Standing, ...], names: dict[str, str]) -> list[JsonObject]:
    return [
        {"spec": s.spec, "name": names[s.spec], "edge": edge_figure(s.edge), "use": {"spec": s.spec}} for s in standings
    ]


def _rank_further(inputs: RankingInputs, field: tuple[str, ...], context: Context) -> Ranking:
    """Return the ranking one step past `done`, or earlier where too much would have to be measured again."""
    misses_before = measure.cache_info().misses
    goal = inputs.done if inputs.done is not None else 0 if context.most_steps else len(field)
    most_misses = context.most_steps or len(field)
    stages = rank(inputs.spec, field, STEP, module_scale(context.catalogue))
    ranking = next(stages)
    while (
        not ranking.is_finished and ranking.done <= goal and measure.cache_info().misses - misses_before < most_misses
    ):
        ranking = next(stages)
    return ranking


def _names(inputs: RankingInputs, context: Context) -> dict[str, str]:
    """Return the field's specs, each with its name."""
    if inputs.field == "all":
        return dict.fromkeys(all_specs(), "")
    if inputs.field == "saved":
        mine = [b for b in context.saved_builds if isinstance(b, Spec) and len(b.spec) == SLOTS]
        return {build.spec: build.title or "untitled" for build in mine}
    if inputs.field == "named":
        return {spec: name for name, spec in ARCHETYPES}
    return dict.fromkeys(_read_typed_specs(inputs.typed), "")


def _read_typed_specs(text: str) -> list[str]:
    """Return typed specs; InvalidInput names the first word that is not a spec."""
    words = text.replace(",", " ").split()
    if len(words) > MOST_TYPED:
        raise InvalidInput(InputError("typed", f"{len(words)} specs", f"at most {MOST_TYPED}"))
    specs = []
    for word in words:
        try:
            specs.append(read_spec(word))
        except ValueError as error:
            raise InvalidInput(InputError("typed", quote(word), str(error))) from None
    return specs


RANKING = Analysis(
    name="ranking",
    title="Ranking",
    about="A spec against a field of others, up to all 15,625.",
    inputs=RankingInputs,
    run=run,
    card_numbers=spec_card_numbers("spec"),
)
