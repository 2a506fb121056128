"""Teams as entrants: players in board order, line-ups, matches of boards, tables.

A team is one entrant of a stage. Draws, brackets, records and the audit take it as they
take a player: `stage_of` makes the `StageState` they expect.
"""

from tournaments.engine.teams.line_ups import (
    LineUp,
    Team,
    TeamRules,
    check_teams,
    line_up,
    sharing,
)
from tournaments.engine.teams.results import (
    Board,
    Boards,
    Single,
    TeamMatch,
    boards_of,
    boards_won,
    bracket_of,
    bracket_outcome,
    outcomes,
    singles_of,
    stage_of,
)
from tournaments.engine.teams.table import TeamPlayerRow, TeamRow, players_table, table
