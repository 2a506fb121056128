"""Refusals of calling matches to tables."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

NO_SUCH_TABLE = Refusal(
    "tables.no_such_table", "There is no table %(table)s. The tables are %(tables)s."
)
"""A table that is not among those of the hall."""

NO_TABLE_NUMBER = Refusal(
    "tables.no_table_number", "There is no table %(table)s. Table numbers start at 1."
)
"""Table 0, or a number too large for any, in a hall whose tables are not counted."""

TABLE_OUT = Refusal(
    "tables.out_of_order", "Table %(table)s is out of order. Choose another one."
)
"""A match is sent to a table that is out of order."""

TABLE_TAKEN = Refusal(
    "tables.taken", "%(label)s is at table %(table)s. Choose a free table."
)
"""Another match is at the table."""

NO_FREE_TABLE = Refusal(
    "tables.none_free", "No table is free for %(label)s. It stays in the queue."
)
"""A match is called while no table is free that it may have."""

PLAYER_AT_TABLE = Refusal(
    "tables.player_at_table",
    "%(name)s is at table %(table)s (%(other)s), so %(label)s cannot be called yet.",
)
"""A player of the match is called to another one."""

PLAYER_ELSEWHERE = Refusal(
    "tables.player_elsewhere",
    "%(name)s is in another match, so %(label)s cannot be called yet.",
)
"""A player of the match is called in a tournament that is in no list."""

NEEDS_NO_TABLE = Refusal(
    "tables.needs_no_table",
    "%(label)s now has a result or report, so it does not need a table. Nothing was "
    "changed.",
    status=HTTPStatus.CONFLICT,
)
"""A match is called or moved after its result arrived."""

CALLED_ALREADY = Refusal(
    "tables.called_already",
    "%(label)s has already been called to table %(table)s. Move it, or cancel the "
    "call.",
)
"""The match does not wait."""

NOT_CALLED = Refusal("tables.not_called", "%(label)s has not been called yet.")
"""The match is not called."""

HAS_BEGUN = Refusal(
    "tables.has_begun",
    "%(label)s already has games recorded, so its call cannot be cancelled. You can "
    "move it.",
)
"""The call cannot be taken back, because games are recorded."""

TABLE_IN_USE = Refusal(
    "tables.in_use",
    "%(label)s is at table %(table)s, so keep that table for now. Move the match "
    "first, or wait for its result.",
)
"""The table cannot be removed while a match is there."""
