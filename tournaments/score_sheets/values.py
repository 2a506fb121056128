"""What a score sheet says, as plain values."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A player as the sheet names them."""

    name: str
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetValues:
    """Everything that one score sheet says."""

    tournament: str
    division: str
    stage: str
    """The name of the stage or of its format, in the sheet's language."""
    round_number: int
    rounds: int
    date: date
    length: int
    """Points to win."""
    table: int | None
    match_number: int
    code: str
    url: str
    """Absolute; printed in capitals, which makes the QR smaller."""
    one: SheetSide
    two: SheetSide
    crawford: bool
    start: tuple[int, int] = (0, 0)
    """The score before the first game."""
    cube_values: tuple[int, ...] = (1, 2, 4, 8, 16)
    printed_at: datetime
    draw_number: int
    language: str
