"""Wreck-A-Mech: decks of salvaged parts, and mechs on a cross that lose parts when they are hit."""

from companion.game_system import rooms
from companion.game_system.system import GameSystem


class WreckAMech(GameSystem):
    """The rooms of Wreck-A-Mech."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.wreck_a_mech import model

        return model

    def load_rules(self) -> rooms.RuleRooms:
        from companion.games.wreck_a_mech import resolver, validator

        return rooms.RuleRooms(validator, resolver)

    def load_answers(self) -> rooms.AnswerRooms:
        from companion.games.wreck_a_mech import analysis, matchup, random_build, tracker

        return rooms.AnswerRooms(analysis, matchup, tracker, random_build)

    def load_views(self) -> rooms.ViewRooms:
        from companion.games.wreck_a_mech import art, builder, form, pages, sheets, summary

        return rooms.ViewRooms(form, sheets, builder, pages, summary, art)


GAME = WreckAMech(
    slug="wreck-a-mech",
    title="Wreck-A-Mech",
    tagline="Bolt a mech together from the cards you draw, take the hit, salvage better parts, wreck them three times.",
    players="2 players, 3 or 4 with two sets",
    build_noun="mech",
    accent="#b0205f",
)
