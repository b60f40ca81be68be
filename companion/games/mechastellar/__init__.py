"""MechaStellar: unit profiles, points lists, and the combat of Core Combat Rules 9.5."""

from collections.abc import Callable, Mapping

from companion.data.cards import Card, Catalogue
from companion.game_system import rooms
from companion.game_system.system import GameSystem
from companion.gamekit.contract import PastedCard


class MechaStellar(GameSystem):
    """The rooms of MechaStellar."""

    def load_model(self) -> rooms.ModelRoom:
        from companion.games.mechastellar import model

        return model

    def load_rules(self) -> rooms.RuleRooms:
        from companion.games.mechastellar import resolver, validator

        return rooms.RuleRooms(validator, resolver)

    def load_answers(self) -> rooms.AnswerRooms:
        from companion.games.mechastellar import analysis, matchup, random_build, tracker

        return rooms.AnswerRooms(analysis, matchup, tracker, random_build)

    def load_views(self) -> rooms.ViewRooms:
        from companion.games.mechastellar import art, builder, form, pages, sheets, summary

        return rooms.ViewRooms(form, sheets, builder, pages, summary, art)

    def unknown_effects(self, card: Card, catalogue: Catalogue) -> tuple[str, ...]:
        from companion.games.mechastellar.rules import unknown_names

        return unknown_names.unknown_effects(card, catalogue)

    @property
    def paste_readers(self) -> Mapping[str, Callable[[str], PastedCard]]:
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
