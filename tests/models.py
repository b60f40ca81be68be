"""The models of all that a player may say to a game: the inputs of its rolls and analyses, a matchup's circumstances."""

from companion.data.documents import former_names
from companion.games import GAMES
from companion.verbs.basis import FILLED


def input_models(game):
    """Give each model with the name of what it belongs to."""
    yield from ((f"roll {kind.name}", kind.inputs) for kind in game.resolvers)
    yield from ((f"analysis {analysis.name}", analysis.inputs) for analysis in game.analyses)
    if game.matchup:
        yield "matchup", game.matchup.circumstances


FORMER_NAMES = {
    f"{origin}{former}": f"{origin}{name}"
    for game in GAMES
    for _, model in input_models(game)
    for former, name in former_names(model).items()
    for origin in ("", FILLED)
}
"""Today's names of inputs, and of where they were filled from, by those of earlier releases."""
