"""Commands on calls and tables, typed into the result box after a match number.

`23 t7` sends M23 to table 7, `23 q7` lines it up for that table, `23 c` calls it to the
next free table or once more, `23 s` says that both players sit there, `23 b` takes the
call back. And the sentences on these acts.
"""

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from matches.accounts.models import User
from tournaments.hall import services
from tournaments.hall.services import HallAct
from tournaments.structure.models import Tournament
from tournaments.tables.calls import (
    AGAIN,
    ALL_SIT,
    CALLED,
    LINE_LEFT,
    LINED_UP,
    MANY,
    MOVED,
    SITS,
    TAKEN_BACK,
)

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


def act_sentence(done: HallAct) -> str:
    """Return a sentence on an act, or on why it changed nothing."""
    values = {
        "label": ", ".join(done.labels),
        "table": done.table,
        "count": len(done.labels),
    }
    if done.act == MANY:
        return _called_many(done) % values
    if done.act == ALL_SIT:
        return _sit_many(done) % values
    return _of_one(done) % values


def gone_text(done: HallAct) -> str:
    """Return a sentence on players who have withdrawn and are called all the same."""
    text = ngettext(
        "%(names)s has withdrawn. If no one comes, enter a walkover for %(label)s.",
        "%(names)s have withdrawn. If no one comes, enter a walkover for %(label)s.",
        len(done.gone),
    )
    return text % {
        "names": ", ".join(map(str, done.gone)),
        "label": ", ".join(done.labels),
    }


def _of_one(done: HallAct) -> str:
    if done.undo is None:
        return _as_it_was(done)
    texts = {
        CALLED: gettext("%(label)s is called to table %(table)s."),
        AGAIN: gettext("%(label)s is called to table %(table)s once more."),
        MOVED: gettext("%(label)s moves to table %(table)s."),
        TAKEN_BACK: gettext(
            "The call of %(label)s was cancelled. You can call it again at any time."
        ),
        SITS: gettext("%(label)s plays at table %(table)s."),
        LINED_UP: gettext("%(label)s is assigned to table %(table)s."),
        LINE_LEFT: gettext("%(label)s can be called to any table."),
    }
    return texts[done.act]


def _as_it_was(done: HallAct) -> str:
    if done.act == MOVED:
        return gettext("%(label)s is already at table %(table)s.")
    if done.act == LINED_UP:
        return gettext("%(label)s is already assigned to table %(table)s.")
    if done.act == LINE_LEFT:
        return gettext("%(label)s can be called to any table.")
    return gettext("%(label)s is already playing at table %(table)s.")


def _called_many(done: HallAct) -> str:
    if not done.labels:
        return gettext("Nothing can be called now: no free table or no waiting match.")
    return ngettext(
        "%(count)s match called: %(label)s.",
        "%(count)s matches called: %(label)s.",
        len(done.labels),
    )


def _sit_many(done: HallAct) -> str:
    if not done.labels:
        return gettext("All called matches have already started.")
    return ngettext(
        "%(count)s match started: %(label)s.",
        "%(count)s matches started: %(label)s.",
        len(done.labels),
    )
