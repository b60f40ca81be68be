"""Sixth Game: squads of units with a limit of power, and an attack with one die for each point of it."""

from companion.game_system import rooms
from companion.game_system.system import GameSystem


class SixthGame(GameSystem):
    """The rooms of Sixth Game."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.sixth_game import model

        return model

    def load_rules(self) -> rooms.RuleRooms:
        from companion.games.sixth_game import resolver, validator

        return rooms.RuleRooms(validator, resolver)

    def load_answers(self) -> rooms.AnswerRooms:
        return rooms.AnswerRooms()

    def load_views(self) -> rooms.ViewRooms:
        from companion.games.sixth_game import form, sheets, summary

        return rooms.ViewRooms(form, sheets, summary=summary)


GAME = SixthGame(
    slug="sixth-game",
    title="Sixth Game",
    tagline="Choose units up to the limit of power, then roll a die for each point of it.",
    players="2 players",
    build_noun="squad",
    accent="#123456",
)
