"""MechaStellar: unit profiles, points lists, and the combat of Core Combat Rules 9.5."""

from collections.abc import Callable, Mapping

from companion import rooms, workshop
from companion.cards import Card, Catalogue
from companion.game import GameSystem
from companion.system import PastedCard


class MechaStellar(GameSystem):
    """The rooms of MechaStellar."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.mechastellar import model

        return model

    def load_validator(self) -> rooms.ValidatorRoom:
        from companion.games.mechastellar import validator

        return validator

    def load_resolver(self) -> rooms.ResolverRoom:
        from companion.games.mechastellar import resolver

        return resolver

    def load_sheets(self) -> rooms.SheetsRoom:
        from companion.games.mechastellar import sheets

        return sheets

    def load_form(self) -> rooms.FormRoom:
        from companion.games.mechastellar import form

        return form

    def load_analysis(self) -> rooms.AnalysisRoom:
        from companion.games.mechastellar import analysis

        return analysis

    def load_matchup(self) -> rooms.MatchupRoom:
        from companion.games.mechastellar import matchup

        return matchup

    def load_builder(self) -> workshop.Builder:
        from companion.games.mechastellar import builder

        return builder

    def load_pages(self) -> rooms.PagesRoom:
        from companion.games.mechastellar import pages

        return pages

    def load_summary(self) -> rooms.SummaryRoom:
        from companion.games.mechastellar import summary

        return summary

    def load_art(self) -> rooms.ArtRoom:
        from companion.games.mechastellar import art

        return art

    def without_effect(self, card: Card, catalogue: Catalogue) -> tuple[str, ...]:
        from companion.games.mechastellar.rules import unknown_names

        return unknown_names.without_effect(card, catalogue)

    @property
    def pasted(self) -> Mapping[str, Callable[[str], PastedCard]]:
        from companion.games.mechastellar import form

        return form.PASTED


GAME = MechaStellar(
    slug="mechastellar",
    title="MechaStellar",
    tagline="Giant robots of every series: build a points list, print its sheets, roll its combat and know its odds.",
    players="2 players or more",
    build_noun="points list",
    accent="#0b6bb5",
)
