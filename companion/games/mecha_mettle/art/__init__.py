"""Line art: module silhouettes, component emblems, dice and link symbols; `figures` draws a draft as a mech."""

from companion.games.mecha_mettle.art.portraits import figures

__all__ = ["figures"]
