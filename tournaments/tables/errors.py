"""Refusals of calling matches to tables."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NO_SUCH_TABLE = Refusal(
    "tables.no_such_table",
    gettext_noop("There is no table %(table)s: the tables are %(tables)s."),
)
"""A table that is not among those of the hall."""

NO_TABLE_NUMBER = Refusal(
    "tables.no_table_number",
    gettext_noop("There is no table %(table)s. Tables have numbers from 1 on."),
)
"""Table 0, or a number too large for any, in a hall whose tables are not counted."""

TABLE_OUT = Refusal(
    "tables.out_of_order",
    gettext_noop("Table %(table)s is out of order. Choose another one."),
)
"""A match is sent to a table that is out of order."""

TABLE_TAKEN = Refusal(
    "tables.taken",
    gettext_noop("%(label)s is at table %(table)s. Choose a table that is free."),
)
"""Another match is at the table."""

NO_FREE_TABLE = Refusal(
    "tables.none_free",
    gettext_noop("No table is free for %(label)s. It stays in the queue."),
)
"""A match is called while no table is free that it may have."""

PLAYER_AT_TABLE = Refusal(
    "tables.player_at_table",
    gettext_noop(
        "%(name)s is at table %(table)s (%(other)s), so %(label)s cannot be called yet."
    ),
)
"""A player of the match is called to another one."""

PLAYER_ELSEWHERE = Refusal(
    "tables.player_elsewhere",
    gettext_noop("%(name)s is in another match, so %(label)s cannot be called yet."),
)
"""A player of the match is called in a tournament that is in no list."""

NEEDS_NO_TABLE = Refusal(
    "tables.needs_no_table",
    gettext_noop(
        "%(label)s has got a result or a report in the meantime, so it needs no "
        "table. Nothing was changed."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A match is called or moved after its result arrived."""

CALLED_ALREADY = Refusal(
    "tables.called_already",
    gettext_noop(
        "%(label)s is called to table %(table)s already. Move it, or take the call "
        "back."
    ),
)
"""The match does not wait."""

NOT_CALLED = Refusal(
    "tables.not_called",
    gettext_noop("%(label)s has not been called: it is waiting."),
)
"""The match is not called."""

HAS_BEGUN = Refusal(
    "tables.has_begun",
    gettext_noop("%(label)s has games already, so its call stays. You can move it."),
)
"""The call cannot be taken back, because games are recorded."""

TABLE_IN_USE = Refusal(
    "tables.in_use",
    gettext_noop(
        "%(label)s is at table %(table)s, so that table has to stay for now. Move the "
        "match first, or wait for its result."
    ),
)
"""The table cannot be removed while a match is there."""
