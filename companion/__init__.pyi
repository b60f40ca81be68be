from companion.python_api import (
    Distribution,
    Finding,
    Fix,
    Game,
    InputError,
    InvalidInput,
    Outcome,
    Printed,
    UserError,
    Verdict,
    game,
    odds,
)

__version__: str
__all__ = [
    "Distribution",
    "Finding",
    "Fix",
    "Game",
    "InputError",
    "InvalidInput",
    "Outcome",
    "Printed",
    "UserError",
    "Verdict",
    "__version__",
    "game",
    "odds",
]
