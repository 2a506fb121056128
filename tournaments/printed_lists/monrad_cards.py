"""Monrad cards: one for each player, with which the rounds can be drawn by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments.engine import format_named
from tournaments.printed_lists.fixed_pages import FixedPage, print_fixed_pages
from tournaments.printed_lists.four_cards import WIDTH, FourCards, four_cards
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.rounds_played import (
    PlayerRounds,
    planned,
    players_with_rounds,
)
from tournaments.printed_lists.values import HeadedValues
from tournaments.structure.models import Stage
from tournaments.structure.queries import stage_url, title_of

ON_A_PAGE: Final = 4
LEAST_ROW: Final = 7.5
TALLEST_ROW: Final = 10.5
AROUND: Final = 67.0
"""The height of what stands above and below the rounds."""
GRID: Final = 39.0
COLUMNS: Final = (17.0, 25.0, 24.0, 25.0)


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


def print_monrad_cards(values: MonradCards) -> bytes:
    """Return the PDF of cards, four on a page, by player number.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    head = values.head
    return print_fixed_pages(
        list(card_pages(values)),
        title=f"{head.title} · {head.tournament}",
        language=head.language,
    )


def card_pages(values: MonradCards) -> Iterator[FixedPage]:
    """Yield the pages with four cards each."""
    places = four_cards()
    cards = [
        (player, first)
        for player in values.players
        for first in range(1, values.rounds + 1, most_rounds(places))
    ]
    width, height = places.paper.width, places.paper.height
    middle, half = places.middle
    for start in range(0, len(cards), ON_A_PAGE):
        canvas = FixedPage(width, height)
        cuts = f"M0 {half:g}h{width:g}M{middle:g} 0v{height:g}"
        canvas.draw(cuts, width=0.15, colour="#888", dashes="2 2")
        for place, (player, first) in enumerate(cards[start : start + ON_A_PAGE]):
            row, column = divmod(place, 2)
            corner = (places.left + column * middle, places.top + row * half)
            _card(canvas, values, player, first=first, corner=corner)
        yield canvas


def _card(
    canvas: FixedPage,
    values: MonradCards,
    player: PlayerRounds,
    *,
    first: int,
    corner: tuple[float, float],
) -> None:
    left, top = corner
    head, places = values.head, four_cards()
    last = min(values.rounds, first + most_rounds(places) - 1)
    canvas.text(
        head.tournament,
        (left, top, 62),
        height=7.2,
        size=13,
        smallest=8,
        lines=2,
        is_bold=True,
    )
    canvas.text(head.where, (left, top + 7.4, 62), size=9, smallest=7)
    length = ngettext("to %(length)s point", "to %(length)s points", values.length)
    date = f"{head.date} · {length % {'length': values.length}}"
    canvas.text(date, (left, top + 11.3, 62), size=9, smallest=7)
    canvas.draw(f"M{left + 65:g} {top:g}h26v21h-26z", width=0.5)
    canvas.text(gettext("Player no."), (left + 66.5, top + 1, 24), size=8, smallest=7)
    canvas.text(
        str(player.number or ""),
        (left + 65, top + 4, 26),
        height=16.5,
        size=36,
        smallest=20,
        align="center",
        is_bold=True,
    )
    canvas.text(
        player.name,
        (left, top + 15.5, 62),
        height=13,
        size=18,
        smallest=10,
        lines=2,
        is_bold=True,
    )
    canvas.text(player.club, (left, top + 28.5, WIDTH), size=10, smallest=7)
    row = row_height(values.rounds, places)
    _grid(canvas, (left, top + GRID, row), player, rounds=(first, last))
    below = top + GRID + (last - first + 1) * row + 3
    canvas.text(gettext("Unfinished match"), (left, below, WIDTH), size=8)
    canvas.draw(f"M{left:g} {below + 4:g}h{WIDTH:g}v8h-{WIDTH:g}z", width=0.2)
    canvas.text(
        gettext("The winner hands in both cards at the desk, at once."),
        (left, top + places.height - 9, WIDTH),
        height=6.8,
        size=10,
        smallest=7,
        lines=2,
        is_bold=True,
    )
    canvas.text(
        head.stamp, (left, top + places.height - 2, WIDTH), size=7, colour="#333"
    )


def most_rounds(places: FourCards) -> int:
    """Return how many rounds a card has room for; more are on a second one."""
    return int((places.height - AROUND) / LEAST_ROW)


def row_height(rounds: int, places: FourCards) -> float:
    """Return the height of a row of a card with so many rounds."""
    most = most_rounds(places)
    return min(TALLEST_ROW, LEAST_ROW * most / min(rounds, most))


def _grid(
    canvas: FixedPage,
    corner: tuple[float, float, float],
    player: PlayerRounds,
    *,
    rounds: tuple[int, int],
) -> None:
    """Draw the rounds: opponent, result, and what that makes together.

    `corner` is its upper left one, and the height of a row.
    """
    left, top, row = corner
    first, last = rounds
    height = (last - first + 1) * row
    titles = (
        gettext("Round"),
        gettext("Opponent no."),
        gettext("Result"),
        gettext("Total"),
    )
    lines = [
        f"M{left:g} {top + place * row:g}h{WIDTH:g}"
        for place in range(last - first + 2)
    ]
    at = left
    lefts = []
    for title, width in zip(titles, COLUMNS, strict=True):
        canvas.text(
            title,
            (at + 0.5, top - 6.4, width - 1),
            height=6.2,
            size=8,
            lines=2,
            align="center",
        )
        lines.append(f"M{at:g} {top:g}v{height:g}")
        lefts.append(at)
        at += width
    lines.append(f"M{at:g} {top:g}v{height:g}")
    canvas.draw("".join(lines), width=0.2)
    total = sum(
        bool(one.won) for number, one in player.rounds.items() if number < first
    )
    for number in range(first, last + 1):
        one = player.rounds.get(number)
        cells = [str(number), "", "", ""]
        if one is not None:
            cells[1] = str(one.opponent) if one.opponent else gettext("bye")
            if one.won is not None:
                total += one.won
                cells[2:] = ["1" if one.won else "0", str(total)]
        for cell, where, width in zip(cells, lefts, COLUMNS, strict=True):
            canvas.text(
                cell,
                (where, top + (number - first) * row, width),
                height=row,
                size=12,
                smallest=7,
                align="center",
            )
