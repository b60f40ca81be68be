"""Frames of nested groups: converts points between a group and its face."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Protocol

from companion.printing.faces.boxes import Point


class PlacedBoxes(Protocol):
    """A group of boxes, fitted or not."""

    @property
    def x(self) -> float:
        """Its origin, in mm from the left."""

    @property
    def y(self) -> float:
        """Its origin, in mm from the top."""

    @property
    def angle(self) -> float:
        """Its clockwise rotation, in degrees."""

    @property
    def scale(self) -> float:
        """Its scale."""


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """A frame in its face: its origin in mm, its clockwise rotation in degrees and its scale."""

    x: float = 0
    y: float = 0
    angle: float = 0
    scale: float = 1

    def within(self, group: PlacedBoxes) -> "GroupFrame":
        """Return the frame of a group nested in this one."""
        x, y = self.to_face((group.x, group.y))
        return GroupFrame(x, y, self.angle + group.angle, self.scale * group.scale)

    def to_face(self, point: Point) -> Point:
        """Convert a point of this frame to the face."""
        along, across = cos(radians(self.angle)) * self.scale, sin(radians(self.angle)) * self.scale
        return self.x + point[0] * along - point[1] * across, self.y + point[0] * across + point[1] * along

    def from_face(self, point: Point) -> Point:
        """Convert a point of the face to this frame."""
        x, y = point[0] - self.x, point[1] - self.y
        along, across = cos(radians(self.angle)) / self.scale, sin(radians(self.angle)) / self.scale
        return x * along + y * across, -x * across + y * along
