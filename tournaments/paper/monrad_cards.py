"""Monrad cards: one for each player, with which the rounds can be drawn by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext, ngettext

from matches.documents.papers import paper_now
from matches.documents.pdf import in_batches, print_in_parts, print_template
from tournaments.engine import format_named
from tournaments.paper.match_cards import ON_A_PAGE
from tournaments.paper.rounds_played import (
    PlayerRounds,
    planned,
    players_with_rounds,
)
from tournaments.paper.values import HeadedValues, head_of
from tournaments.structure.models import Stage
from tournaments.structure.queries import stage_url, title_of

LEAST_ROW: Final = 7.5
TALLEST_ROW: Final = 10.5
AROUND: Final = 80.0
"""The height of what stands around the rounds on a card, in millimetres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonradCards(HeadedValues):
    """The cards of a stage."""

    length: int
    rounds: int
    players: tuple[PlayerRounds, ...]


def has_cards(stage: Stage) -> bool:
    """Return True for the formats that are played with such cards."""
    return not stage.is_branch and format_named(stage.format).has_numbers


def monrad_cards(stage: Stage) -> MonradCards:
    """Return a card for each player, filled in as far as was played.

    Raises NOBODY_ENTERED.
    """
    return MonradCards(
        head=head_of(
            stage.division.tournament,
            title=gettext("Monrad cards"),
            where=(title_of(stage),),
            path=stage_url(stage, "standings"),
        ),
        length=stage.match_length,
        rounds=planned(stage),
        players=tuple(players_with_rounds(stage)),
    )


@dataclass(frozen=True, slots=True)
class CardRow:
    """A round on a card: the opponent's number, 1 for a win, and what that makes."""

    round: int
    opponent: str = ""
    result: str = ""
    total: str = ""


def print_monrad_cards(values: MonradCards) -> bytes:
    """Return the PDF of cards, four on a page, by player number.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    most = most_rounds()
    cards = [
        (
            player,
            card_rows(player, range(first, min(values.rounds, first + most - 1) + 1)),
        )
        for player in values.players
        for first in range(1, values.rounds + 1, most)
    ]

    def build(cards: Sequence[tuple[PlayerRounds, list[CardRow]]]) -> bytes:
        return print_template(
            "tournaments/paper/monrad_cards",
            {
                "title": values.head.document_title,
                "head": values.head,
                "length": ngettext(
                    "to %(length)s point", "to %(length)s points", values.length
                )
                % {"length": values.length},
                "row": row_height(values.rounds),
                "pages": in_batches(cards, ON_A_PAGE),
            },
        )

    return print_in_parts(cards, build)


def card_rows(player: PlayerRounds, rounds: range) -> list[CardRow]:
    """Return some rounds of a player, filled in as far as they were played."""
    total = sum(
        bool(played.won)
        for number, played in player.rounds.items()
        if number < rounds.start
    )
    rows = []
    for number in rounds:
        played = player.rounds.get(number)
        row = CardRow(number)
        if played is not None:
            opponent = str(played.opponent) if played.opponent else gettext("bye")
            row = replace(row, opponent=opponent)
            if played.won is not None:
                total += played.won
                result = "1" if played.won else "0"
                row = replace(row, result=result, total=str(total))
        rows.append(row)
    return rows


def most_rounds() -> int:
    """Return how many rounds a card has room for; more are on a second one."""
    return int((paper_now().height / 2 - AROUND) / LEAST_ROW)


def row_height(rounds: int) -> float:
    """Return the height of a row of a card with so many rounds, in millimetres."""
    most = most_rounds()
    return round(min(TALLEST_ROW, LEAST_ROW * most / min(rounds, most)), 2)
