"""Drawings of MechaStellar's units, built from a profile's numbers and armed with the weapons of a list."""

from companion.games.mechastellar.art.figures import figure, figures, profile_figures

__all__ = ["figure", "figures", "profile_figures"]
