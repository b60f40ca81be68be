"""Mechalyte: two armies of dice, each built from one secret spec of six letters."""

from companion import rooms, workshop
from companion.game import GameSystem


class Mechalyte(GameSystem):
    """The rooms of Mechalyte."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.mechalyte import model

        return model

    def load_validator(self) -> rooms.ValidatorRoom:
        from companion.games.mechalyte import validator

        return validator

    def load_resolver(self) -> rooms.ResolverRoom:
        from companion.games.mechalyte import resolver

        return resolver

    def load_sheets(self) -> rooms.SheetsRoom:
        from companion.games.mechalyte import sheets

        return sheets

    def load_form(self) -> rooms.FormRoom:
        from companion.games.mechalyte import form

        return form

    def load_analysis(self) -> rooms.AnalysisRoom:
        from companion.games.mechalyte import analysis

        return analysis

    def load_matchup(self) -> rooms.MatchupRoom:
        from companion.games.mechalyte import matchup

        return matchup

    def load_builder(self) -> workshop.Builder:
        from companion.games.mechalyte import builder

        return builder

    def load_pages(self) -> rooms.PagesRoom:
        from companion.games.mechalyte import pages

        return pages

    def load_summary(self) -> rooms.SummaryRoom:
        from companion.games.mechalyte import summary

        return summary

    def load_art(self) -> rooms.ArtRoom:
        from companion.games.mechalyte import art

        return art


GAME = Mechalyte(
    slug="mechalyte",
    title="Mechalyte",
    tagline="Six letters make your army: write a spec, spend sixty points, take the enemy Headquarters.",
    players="2 players",
    build_noun="build spec",
    accent="#00695c",
)
