"""Mechs as their records say they stand: what is gone, damaged, set off, in Low Power; matchups work with them."""

from dataclasses import dataclass, field, replace

from companion.base.json_types import JsonMapping
from companion.data import packs
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.matchup import MatchupSide
from companion.gamekit.record_sheets import UnitSheet
from companion.games.techniconica.matchup import fighter
from companion.games.techniconica.matchup.circumstances import Circumstances
from companion.games.techniconica.matchup.fighter import Fighter
from companion.games.techniconica.matchup.lost import Lost
from companion.games.techniconica.model import Part, Squad
from companion.games.techniconica.rules import play
from companion.games.techniconica.rules.assembly import Assembly, assemble_squad, unique_names
from companion.games.techniconica.tracker import sheets
from companion.games.techniconica.tracker.state import MechRecords, Terms
from companion.play.log import canonical

_MOST_KEPT = 600


@dataclass(frozen=True)
class SeatSquad:
    """A seat's squad with the cards that it knows, its Mechs as built."""

    build: Squad
    context: Context
    made: tuple[Assembly, ...]


@dataclass(frozen=True)
class Mechs:
    """The Mechs of a table; what follows from builds and records is kept."""

    terms: Terms
    _squads: dict[bytes, SeatSquad] = field(default_factory=dict, repr=False, compare=False)
    _last: dict[int, tuple[JsonMapping, SeatSquad]] = field(default_factory=dict, repr=False, compare=False)
    _sheets: dict[object, tuple[UnitSheet, ...]] = field(default_factory=dict, repr=False, compare=False)
    _fighters: dict[object, Fighter] = field(default_factory=dict, repr=False, compare=False)
    _settled: set[object] = field(default_factory=set, repr=False, compare=False)

    def under(self, terms: Terms) -> "Mechs":
        """Return the Mechs of the same table under other rulings; what is known already stays known."""
        return replace(self, terms=terms)

    def sheets(self, document: JsonMapping) -> tuple[UnitSheet, ...]:
        """Return the sheets of a squad's Mechs."""
        squad = self.read(document)
        plain = dict(self.terms.rulings)  # a copy: that a sheet is made has decided nothing yet
        key = id(squad), *(plain.get(name) for name in sheets.RULINGS)
        if key not in self._sheets:
            names = unique_names(squad.build.mech)
            self._sheets[key] = tuple(
                sheets.mech_sheet(made, names[number], f"mech[{number}]", self.terms)
                for number, made in enumerate(squad.made)
            )
        return self._sheets[key]

    def read(self, document: JsonMapping) -> SeatSquad:
        """Return the squad of a document; InvalidInput where it cannot be read, or has unknown cards."""
        key = canonical(document)
        if key not in self._squads:
            context = self.terms.context
            context = replace(context, catalogue=packs.merge(context.catalogue, packs.embedded_packs(document)))
            build = read_as(Squad, document, {"catalogue": context.catalogue})
            self._squads[key] = SeatSquad(build, context, assemble_squad(build, context.catalogue))
        return self._squads[key]

    def squad(self, records: MechRecords, seat: int) -> SeatSquad:
        """Return the squad that a seat has brought."""
        document = records.state.builds[seat]
        assert document is not None
        kept = self._last.get(seat)
        if kept is None or kept[0] is not document:
            kept = self._last[seat] = document, self.read(document)
        return kept[1]

    def as_built(self, records: MechRecords, unit: str) -> Assembly:
        """Return a Mech as it was built."""
        squad = self.squad(records, records.unit(unit).seat)
        return squad.made[int(unit.partition(".")[2]) - 1]

    def name_in_squad(self, records: MechRecords, unit: str) -> str:
        """Return what a Mech is called in its squad, also where another seat has one of the same name."""
        squad = self.squad(records, records.unit(unit).seat)
        return unique_names(squad.build.mech)[int(unit.partition(".")[2]) - 1]

    def card_at(self, records: MechRecords, unit: str, where: str) -> Part:
        """Return the card at a place of the document, as it was built; KeyError where there is none."""
        cards = {
            place: card
            for mount in self.as_built(records, unit).mounts
            for place, card in (
                (mount.where, mount.card),
                *((f"{mount.where}.attached[{number}]", card) for number, card in enumerate(mount.attached)),
            )
        }
        return cards[where]

    def lost(self, records: MechRecords, unit: str) -> Lost:
        """Return what a Mech has lost by its record."""
        return Lost.of([(records.sheets[unit], records.unit(unit).values)])

    def now(self, records: MechRecords, unit: str) -> Fighter:
        """Return a Mech as it fights now."""
        key = self._key(records, unit)
        known = self._fighters.get(key)
        if known is None:
            if len(self._fighters) >= _MOST_KEPT:
                self._fighters.clear()
            known = fighter.mine(self.side(records, unit), records.sheets[unit].where, Circumstances())
            self._fighters[key] = known
        return known

    def _key(self, records: MechRecords, unit: str) -> object:
        """Return what a Mech as it fights now follows from."""
        record = records.unit(unit)
        rounding = self.terms.rulings.get("halved-speed") if sheets.SLOWED in record.values else ""
        squad = self.squad(records, record.seat)
        return id(squad), unit, tuple(sorted(record.values.items())), rounding

    def is_settled(self, records: MechRecords, unit: str) -> bool:
        """Whether nothing follows by rule from a Mech's record as it stands."""
        return self._key(records, unit) in self._settled

    def note_settled(self, records: MechRecords, unit: str) -> None:
        """Note that nothing follows any more from a Mech's record as it stands."""
        if len(self._settled) >= _MOST_KEPT:
            self._settled.clear()
        self._settled.add(self._key(records, unit))

    def side(self, records: MechRecords, unit: str) -> MatchupSide:
        """Return the side of a matchup with one Mech as it stands."""
        squad = self.squad(records, records.unit(unit).seat)
        context = replace(squad.context, rulings=self.terms.rulings)
        return MatchupSide(squad.build.title, context, squad.build, losses=self.lost(records, unit))

    def re_rolls(self, records: MechRecords, unit: str) -> int:
        """Return the Re-Rolls that a Pilot has left; Support that is lost takes its own along."""
        return min(records.value(unit, sheets.RE_ROLLS), self.now(records, unit).made.pilots("rr"))

    def why_out(self, records: MechRecords, unit: str) -> str:
        """Return why a Mech is out of play by what it has lost, nothing while it is not."""
        why = play.why_out_of_play(self.now(records, unit).made)
        return why if why != play.why_out_of_play(self.as_built(records, unit)) else ""
