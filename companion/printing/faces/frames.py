"""Frames of nested groups: converting points between a group and its face."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Protocol

from companion.printing.faces.boxes import Point


class PlacedBoxes(Protocol):
    """Boxes in a frame of their own, fitted or not."""

    @property
    def x(self) -> float:
        """Where their origin lies, from the left."""

    @property
    def y(self) -> float:
        """Where their origin lies, from the top."""

    @property
    def angle(self) -> float:
        """By how many degrees they are turned clockwise."""

    @property
    def scale(self) -> float:
        """How much larger than drawn they are."""


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """A frame in its face: its origin in mm, its clockwise rotation and its scale."""

    x: float = 0
    y: float = 0
    angle: float = 0
    scale: float = 1

    def within(self, group: PlacedBoxes) -> "GroupFrame":
        """Return the frame of a group nested in this one."""
        x, y = self.out((group.x, group.y))
        return GroupFrame(x, y, self.angle + group.angle, self.scale * group.scale)

    def out(self, point: Point) -> Point:
        """Return a point of this frame in the face's."""
        along, across = cos(radians(self.angle)) * self.scale, sin(radians(self.angle)) * self.scale
        return self.x + point[0] * along - point[1] * across, self.y + point[0] * across + point[1] * along

    def into(self, point: Point) -> Point:
        """Return a point of the face in this frame."""
        x, y = point[0] - self.x, point[1] - self.y
        along, across = cos(radians(self.angle)) / self.scale, sin(radians(self.angle)) / self.scale
        return x * along + y * across, -x * across + y * along
