"""What is asked when a table of Techniconica is opened; the variant and diceless play are rulings."""

from typing import Literal

from pydantic import Field

from companion.data.documents import Record

Teams = Literal["none", "odd-even", "first-two", "first-last", "first-alone"]


class Options(Record):
    """The options of a table."""

    teams: Teams = Field(
        "none",
        title="Teams",
        description="odd-even: seats 1 and 3 against the others; first-two: 1 and 2; first-last: 1 and 4; first-alone: "
        "1 against all others.",
    )
    distance: int = Field(
        30, ge=5, le=200, title="Distance of a race", description="For Race to the Finish; 25 to 35 is usual."
    )
    events: Literal["none", "cards", "two-at-once"] = Field(
        "none", title="Event cards", description="Drawn on your own table: the app asks which ones are turned up."
    )
    outcomes: Literal["at-once", "confirmed"] = Field(
        "at-once",
        title="What rolls do",
        description="It is put on both records at once, or when the player of the target has agreed.",
    )

    def team(self, seat: int, seats: int) -> int:
        """Return the team of a seat."""
        first = {"odd-even": (0, 2), "first-two": (0, 1), "first-last": (0, 3), "first-alone": (0,)}
        if self.teams == "none" or seats < 3:
            return seat
        return 0 if seat in first[self.teams] else 1
