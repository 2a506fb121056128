"""The wall chart of rounds: everybody by number, a column for each round."""

from typing import Final

from django.utils.translation import gettext

from matches.documents.languages import in_first
from tournaments.paper.rounds_played import (
    PlayedRound,
    PlayerRounds,
    planned,
    players_with_rounds,
)
from tournaments.paper.values import (
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    head_of,
)
from tournaments.structure.models import Stage
from tournaments.structure.queries import stage_url, title_of

NUMBER: Final = 11.0
TOTAL: Final = 14.0
NAME: Final = 55.0
WIDTH: Final = 190.0
MOST_ROUNDS: Final = 11
"""The columns of rounds that leave room to write."""
WIDEST: Final = 16.0


def round_chart(stage: Stage) -> PrintedList:
    """Return the opponents and results of each round, with cells for the next ones.

    Of many rounds the last ones. Raises NOBODY_ENTERED.
    """
    players = players_with_rounds(stage)
    last = planned(stage)
    played = max((number for player in players for number in player.rounds), default=0)
    first = max(1, min(last - MOST_ROUNDS + 1, played - MOST_ROUNDS + 2))
    shown = range(first, min(last, first + MOST_ROUNDS - 1) + 1)
    width = round(min(WIDEST, (WIDTH - NUMBER - NAME - TOTAL) / len(shown)), 2)
    name = WIDTH - NUMBER - TOTAL - width * len(shown)
    return PrintedList(
        head=head_of(
            stage.division.tournament,
            title=gettext("Round chart"),
            where=(title_of(stage),),
            path=stage_url(stage, "standings"),
            advice=gettext("12 + means a win against number 12; 12 – means a loss."),
        ),
        columns=(
            ListColumn(title=gettext("No."), width=NUMBER, kind="centre", is_bold=True),
            ListColumn(title=gettext("Player"), width=round(name, 2)),
            *(
                ListColumn(
                    title=str(number), width=width, kind="centre", size=11, smallest=7
                )
                for number in shown
            ),
            ListColumn(title=gettext("Won"), width=TOTAL, kind="centre", is_bold=True),
        ),
        groups=(ListGroup("", tuple(_cells(player, shown) for player in players)),),
    )


def _cells(player: PlayerRounds, shown: range) -> ListCells:
    won = [one.won for one in player.rounds.values() if one.won is not None]
    return (
        str(player.number or ""),
        player.name,
        *(_cell(player.rounds.get(number)) for number in shown),
        str(sum(won)) if won else "",
    )


def _cell(one: PlayedRound | None) -> str:
    if one is None:
        return ""
    if not one.opponent:
        with in_first():
            return gettext("bye")
    sign = {True: " +", False: " –", None: ""}[one.won]
    return f"{one.opponent}{sign}"
