"""Mecha Mettle: two captains with nine ports each, modules that link, and attack rolls against defense rolls."""

from companion.game_system import rooms
from companion.game_system.system import GameSystem


class MechaMettle(GameSystem):
    """The rooms of Mecha Mettle."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.mecha_mettle import model

        return model

    def load_rules(self) -> rooms.RuleRooms:
        from companion.games.mecha_mettle import resolver, validator

        return rooms.RuleRooms(validator, resolver)

    def load_answers(self) -> rooms.AnswerRooms:
        from companion.games.mecha_mettle import analysis, matchup, random_build, tracker

        return rooms.AnswerRooms(analysis, matchup, tracker, random_build)

    def load_views(self) -> rooms.ViewRooms:
        from companion.games.mecha_mettle import art, builder, form, pages, sheets, summary

        return rooms.ViewRooms(form, sheets, builder, pages, summary, art)


GAME = MechaMettle(
    slug="mecha-mettle",
    title="Mecha Mettle",
    tagline="Draft four components, lay modules on your ports, and break five of theirs.",
    players="2 players, 30 minutes",
    build_noun="component draft",
    accent="#8a4b08",
)
