from companion.python_api import (
    Finding,
    Fix,
    Game,
    InputError,
    InvalidInput,
    Odds,
    Outcome,
    Printed,
    UserError,
    Verdict,
    game,
    odds,
)

__version__: str
__all__ = [
    "Finding",
    "Fix",
    "Game",
    "InputError",
    "InvalidInput",
    "Odds",
    "Outcome",
    "Printed",
    "UserError",
    "Verdict",
    "__version__",
    "game",
    "odds",
]
