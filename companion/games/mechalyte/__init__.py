"""Mechalyte: two armies of dice, each built from one secret spec of six letters."""

from companion.game_system import rooms
from companion.game_system.system import GameSystem


class Mechalyte(GameSystem):
    """The rooms of Mechalyte."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.mechalyte import model

        return model

    def load_rules(self) -> rooms.RuleRooms:
        from companion.games.mechalyte import resolver, validator

        return rooms.RuleRooms(validator, resolver)

    def load_answers(self) -> rooms.AnswerRooms:
        from companion.games.mechalyte import analysis, matchup, random_build, tracker

        return rooms.AnswerRooms(analysis, matchup, tracker, random_build)

    def load_views(self) -> rooms.ViewRooms:
        from companion.games.mechalyte import art, builder, form, pages, sheets, summary

        return rooms.ViewRooms(form, sheets, builder, pages, summary, art)


GAME = Mechalyte(
    slug="mechalyte",
    title="Mechalyte",
    tagline="Six letters make your army: write a spec, spend sixty points, take the enemy Headquarters.",
    players="2 players",
    build_noun="build spec",
    accent="#00695c",
)
