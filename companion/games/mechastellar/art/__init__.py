"""Drawings of MechaStellar: each unit as the machine it is, built and armed as its profile and its list say."""

from companion.games.mechastellar.art.figures import figure, figures, profile_figures

__all__ = ["figure", "figures", "profile_figures"]
