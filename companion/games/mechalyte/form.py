"""The build spec's form: six letters, and the levels built in each turn."""

from companion.gamekit.build_form import BuildField
from companion.games.mechalyte.model import Spec, Turn, plain_letters

FORM = (
    BuildField(
        Spec,
        "spec",
        read=lambda text, _: plain_letters(text),
        wrong="Expected {expected}. A spec has six letters, each P, S, M, I or A.",
    ),
    BuildField(
        Spec,
        "turn",
        input="several",
        each="Turn",
        fields=(
            BuildField(
                Turn,
                "build",
                wrong="{found} is not a level. Write levels from {least} to {most}, for example 6 4 4.",
                too_long="{count} mechs are too many. A turn builds at most six.",
            ),
        ),
        too_long="A plan has at most {most} turns; this one has {count}.",
    ),
)
"""The fields of a build."""
