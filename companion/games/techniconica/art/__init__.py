"""Line art of parts, Pilots and events; `figures` draws a squad's Mechs from their parts."""

from companion.games.techniconica.art.portraits import figures

__all__ = ["figures"]
