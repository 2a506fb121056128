"""Commands on calls and tables, typed into the result box after a match number.

`23 t7` sends M23 to table 7, `23 q7` lines it up for that table, `23 c` calls it to the
next free table or once more, `23 s` says that both players sit there, `23 b` takes the
call back.
"""

import re
from dataclasses import dataclass
from typing import Final

from matches.accounts.models import User
from tournaments.hall import services
from tournaments.hall.services import HallAct
from tournaments.structure.models import Tournament

COMMAND: Final = r"\s*M?(\d{1,5})\s*(?:([tq])\s*(\d{1,5})|([csb]))\s*"
COMMAND_SO_FAR: Final = r"\s*M?(\d{1,5})\s*(?:([tq])\s*(\d{0,5})|([csb]))\s*"
"""The pattern of an incomplete line, in syntax common to Python and browsers."""
_READ: Final = re.compile(COMMAND, re.IGNORECASE)
_LETTERS: Final = {"c": "call", "s": "sit", "b": "back", "t": "move", "q": "line_up"}


@dataclass(frozen=True, slots=True)
class CallCommand:
    """One act on a match: `call`, `move`, `line_up`, `sit` or `back`."""

    number: int
    act: str
    table: int | None = None


def read_command(typed: str) -> CallCommand | None:
    """Return the command in a line, None if it is no command."""
    found = _READ.fullmatch(typed)
    if found is None:
        return None
    number, to, table, letter = found.groups()
    act = _LETTERS[(to or letter).lower()]
    return CallCommand(int(number), act, int(table) if to else None)


def do(tournament: Tournament, command: CallCommand, *, by: User | None) -> HallAct:
    """Carry out a command. Raises what the act raises."""
    if command.act == "sit":
        return services.sit(tournament, command.number, by=by)
    if command.act == "back":
        return services.take_back(tournament, command.number, by=by)
    if command.act == "line_up":
        return services.line_up(tournament, command.number, table=command.table, by=by)
    table = command.table if command.act == "move" else None
    return services.call(tournament, command.number, table=table, by=by)
