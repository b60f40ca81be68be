"""Drawings of Mechalyte: a spec's mech at each of its levels, grown module by module."""

from companion.games.mechalyte.art.figures import figure, figures

__all__ = ["figure", "figures"]
