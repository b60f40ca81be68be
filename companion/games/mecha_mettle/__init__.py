"""Mecha Mettle: two captains with nine ports each, modules that link, and attack rolls against defence rolls."""

from companion import rooms, workshop
from companion.game import GameSystem


class MechaMettle(GameSystem):
    """The rooms of Mecha Mettle."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.mecha_mettle import model

        return model

    def load_validator(self) -> rooms.ValidatorRoom:
        from companion.games.mecha_mettle import validator

        return validator

    def load_resolver(self) -> rooms.ResolverRoom:
        from companion.games.mecha_mettle import resolver

        return resolver

    def load_sheets(self) -> rooms.SheetsRoom:
        from companion.games.mecha_mettle import sheets

        return sheets

    def load_form(self) -> rooms.FormRoom:
        from companion.games.mecha_mettle import form

        return form

    def load_analysis(self) -> rooms.AnalysisRoom:
        from companion.games.mecha_mettle import analysis

        return analysis

    def load_matchup(self) -> rooms.MatchupRoom:
        from companion.games.mecha_mettle import matchup

        return matchup

    def load_builder(self) -> workshop.Builder:
        from companion.games.mecha_mettle import builder

        return builder

    def load_pages(self) -> rooms.PagesRoom:
        from companion.games.mecha_mettle import pages

        return pages

    def load_summary(self) -> rooms.SummaryRoom:
        from companion.games.mecha_mettle import summary

        return summary

    def load_art(self) -> rooms.ArtRoom:
        from companion.games.mecha_mettle import art

        return art


GAME = MechaMettle(
    slug="mecha-mettle",
    title="Mecha Mettle",
    tagline="Draft four components, lay modules on your ports, and break five of theirs.",
    players="2 players, 30 minutes",
    build_noun="component draft",
    accent="#8a4b08",
)
