"""Wreck-A-Mech: decks of salvaged parts, and mechs on a cross that lose parts when they are hit."""

from companion import rooms, workshop
from companion.game import GameSystem


class WreckAMech(GameSystem):
    """The rooms of Wreck-A-Mech."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.wreck_a_mech import model

        return model

    def load_validator(self) -> rooms.ValidatorRoom:
        from companion.games.wreck_a_mech import validator

        return validator

    def load_resolver(self) -> rooms.ResolverRoom:
        from companion.games.wreck_a_mech import resolver

        return resolver

    def load_sheets(self) -> rooms.SheetsRoom:
        from companion.games.wreck_a_mech import sheets

        return sheets

    def load_form(self) -> rooms.FormRoom:
        from companion.games.wreck_a_mech import form

        return form

    def load_analysis(self) -> rooms.AnalysisRoom:
        from companion.games.wreck_a_mech import analysis

        return analysis

    def load_matchup(self) -> rooms.MatchupRoom:
        from companion.games.wreck_a_mech import matchup

        return matchup

    def load_builder(self) -> workshop.Builder:
        from companion.games.wreck_a_mech import builder

        return builder

    def load_pages(self) -> rooms.PagesRoom:
        from companion.games.wreck_a_mech import pages

        return pages

    def load_summary(self) -> rooms.SummaryRoom:
        from companion.games.wreck_a_mech import summary

        return summary

    def load_art(self) -> rooms.ArtRoom:
        from companion.games.wreck_a_mech import art

        return art


GAME = WreckAMech(
    slug="wreck-a-mech",
    title="Wreck-A-Mech",
    tagline="Bolt a mech together from the cards you draw, take the hit, salvage better parts, wreck them three times.",
    players="2 players, 3 or 4 with two sets",
    build_noun="mech",
    accent="#b0205f",
)
