"""Techniconica: Mechs built from part cards on a grid, with limits of weight and power; the last side standing wins."""

from companion.game_system import rooms
from companion.game_system.system import GameSystem


class Techniconica(GameSystem):
    """The rooms of Techniconica."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.techniconica import model

        return model

    def load_rules(self) -> rooms.RuleRooms:
        from companion.games.techniconica import resolver, validator

        return rooms.RuleRooms(validator, resolver)

    def load_answers(self) -> rooms.AnswerRooms:
        from companion.games.techniconica import analysis, matchup, random_build, tracker

        return rooms.AnswerRooms(analysis, matchup, tracker, random_build)

    def load_views(self) -> rooms.ViewRooms:
        from companion.games.techniconica import art, builder, form, pages, sheets, summary

        return rooms.ViewRooms(form, sheets, builder, pages, summary, art)


GAME = Techniconica(
    slug="techniconica",
    title="Techniconica",
    tagline="Build a Mech card by card: carry what its legs can bear, power what you carry, then shoot first.",
    players="2 players or more",
    build_noun="squad",
    accent="#5b1a8c",
)
