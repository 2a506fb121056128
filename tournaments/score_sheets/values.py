"""The content of a score sheet, as plain values."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A player as named on the sheet."""

    name: str
    club: str = ""


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
