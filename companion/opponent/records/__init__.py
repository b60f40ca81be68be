"""The computer at tables with record sheets: it says where a unit would like to stand, and attacks from there."""

STRENGTH_WORDS = {
    "easy": "attacks the nearest with the first weapon that reaches",
    "fair": "chooses target, place and weapon by the exact odds of one attack",
    "hard": "weighs whole activations, each attack under its target’s best reply, and who should act first",
}
"""What the computer does at these tables, by the names of its strengths."""
