"""The content of a score sheet, as plain values."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from matches.documents.text import clean, printed_line


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A player as named on the sheet."""

    name: str
    club: str = ""


class ShownSide(NamedTuple):
    """A player on a sheet: the mark of the side, and the score at the start."""

    dot: str
    name: str
    club: str
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetValues:
    """The content of one score sheet."""

    tournament: str
    division: str
    stage: str
    """The names as they are stored: usual ones are messages."""
    round_number: int
    round_name: str = ""
    """The name of a round of a bracket, as a message; empty for one with a number."""
    rounds: int
    """How many rounds are planned; 0 for a bracket."""
    is_endless: bool = False
    """Whether it is played in a free club night, whose draws are no rounds."""
    date: date
    length: int
    """Points to win."""
    table: int | None
    match_number: int
    code: str
    url: str
    """Absolute; printed in capitals, which makes a smaller QR code."""
    one: SheetSide
    two: SheetSide
    crawford: bool
    start: tuple[int, int] = (0, 0)
    """The score before the first game."""
    cube_values: tuple[int, ...] = (1, 2, 4, 8, 16)
    values: tuple[int, int, int] = (1, 2, 3)
    """What single, gammon and backgammon count, times the cube."""
    counts_checkers: bool = False
    """Whether a win counts by the checkers left (poengspill)."""
    automatic: int = 0
    beavers: int = 0
    """How many automatic doubles and beavers there may be."""
    jacoby: bool = False
    is_unlimited: bool = False
    """Whether doubling has no limit."""
    has_higher_cube: bool = False
    """Whether the cube can show a value that is not among `cube_values`."""
    clock: tuple[int, int] | None = None
    """Each player's time and the delay of a move, in seconds; None without clocks. The
    time is 0 where the rules do not say it."""
    reporting: str = ""
    """Who may report the result; empty on blank sheets."""
    called_at: datetime | None = None
    printed_at: datetime
    draw_number: int
    language: str
    club: str = ""
    """Name and town of the club; empty for a club without a name."""

    @property
    def title(self) -> str:
        """The tournament."""
        return clean(self.tournament)

    @property
    def shown_table(self) -> str:
        """The table, "" if the match is not called yet."""
        return "" if self.table is None else str(self.table)

    @property
    def sides(self) -> tuple[ShownSide, ShownSide]:
        """Both players; the first has the black mark."""
        one, two = (
            ShownSide(dot, clean(side.name), clean(side.club), start)
            for dot, side, start in zip(
                "●○", (self.one, self.two), self.start, strict=True
            )
        )
        return one, two

    @property
    def stamp(self) -> str:
        """When it was printed, from which draw, and where the match is."""
        printed = printed_line(timezone.localtime(self.printed_at), self.draw_number)
        address = clean(self.url.partition("://")[2]).rstrip("/").lower()
        return " · ".join(filter(None, (printed, address, clean(self.club))))
