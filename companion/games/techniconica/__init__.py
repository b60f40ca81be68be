"""Techniconica: Mechs built from part cards on a grid, with limits of weight and power; the last side standing wins."""

from companion import rooms, workshop
from companion.game import GameSystem


class Techniconica(GameSystem):
    """The rooms of Techniconica."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.techniconica import model

        return model

    def load_validator(self) -> rooms.ValidatorRoom:
        from companion.games.techniconica import validator

        return validator

    def load_resolver(self) -> rooms.ResolverRoom:
        from companion.games.techniconica import resolver

        return resolver

    def load_sheets(self) -> rooms.SheetsRoom:
        from companion.games.techniconica import sheets

        return sheets

    def load_form(self) -> rooms.FormRoom:
        from companion.games.techniconica import form

        return form

    def load_analysis(self) -> rooms.AnalysisRoom:
        from companion.games.techniconica import analysis

        return analysis

    def load_matchup(self) -> rooms.MatchupRoom:
        from companion.games.techniconica import matchup

        return matchup

    def load_builder(self) -> workshop.Builder:
        from companion.games.techniconica import builder

        return builder

    def load_pages(self) -> rooms.PagesRoom:
        from companion.games.techniconica import pages

        return pages

    def load_summary(self) -> rooms.SummaryRoom:
        from companion.games.techniconica import summary

        return summary

    def load_art(self) -> rooms.ArtRoom:
        from companion.games.techniconica import art

        return art


GAME = Techniconica(
    slug="techniconica",
    title="Techniconica",
    tagline="Build a Mech card by card: carry what its legs can bear, power what you carry, then shoot first.",
    players="2 players or more",
    build_noun="squad",
    accent="#5b1a8c",
)
