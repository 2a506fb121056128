"""Blank brackets: charts of 8, 16 and 32 lines to draw and to play by hand."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext

from matches.club.known import club
from matches.club.queries import logo_address
from tournaments.brackets.chart_layout import ChartSheet, ChartValues
from tournaments.brackets.chart_tree import Leaf, Subtree
from tournaments.printed_lists.values import AT_ANY_TIME
from tournaments.rounds.round_names import FINAL_ROUND, NAMES
from tournaments.structure.details import about_lines
from tournaments.structure.models import Tournament
from tournaments.structure.names import numbered_round

SIZES: Final = (8, 16, 32)


def blank_brackets(tournament: Tournament) -> ChartValues:
    """Return charts without names."""
    return ChartValues(
        tournament=tournament.name,
        title=gettext("Blank brackets"),
        language=get_language() or "en",
        url=settings.SITE_URL + tournament.get_absolute_url(),
        draw_number=0,
        printed_at=timezone.localtime(),
        about=(*filter(None, [club().line]), *about_lines(tournament)),
        logo=logo_address(club().logo),
        sheets=tuple(_sheet(size) for size in SIZES),
    )


def _sheet(size: int) -> ChartSheet:
    rounds = size.bit_length() - 1
    numbers = _numbers(size)
    root = _match(rounds, 1, numbers)
    return ChartSheet(
        section=gettext("%(count)s lines") % {"count": size},
        about="",
        titles=(*_titles(size), gettext("Winner")),
        root=root,
    )


def _titles(size: int) -> Iterator[str]:
    matches = size // 2
    for number in count(1):
        yield _title(matches, number)
        if matches == 1:
            return
        matches //= 2


def _title(matches: int, number: int) -> str:
    if matches == 1:
        return gettext(FINAL_ROUND)
    name = NAMES.get(matches, "")
    return gettext(name) if name else numbered_round(number)


def _numbers(size: int) -> dict[tuple[int, int], int]:
    """Return the number of each match, by round and place: round after round."""
    numbers = count(1)
    return {
        (round_, place): next(numbers)
        for round_ in range(1, size.bit_length())
        for place in range(1, (size >> round_) + 1)
    }


def _match(round_: int, place: int, numbers: dict[tuple[int, int], int]) -> Subtree:
    def side(before: int) -> Subtree | Leaf:
        if round_ == 1:
            return Leaf(1, str(before), "")
        return _match(round_ - 1, before, numbers)

    return Subtree(
        column=round_,
        label=f"M{numbers[round_, place]}",
        table="",
        loser_to="",
        name="",
        points=("", ""),
        top=side(2 * place - 1),
        bottom=side(2 * place),
    )


def blank_basis(chart: ChartValues) -> ChartValues:
    """Return charts without their time of printing."""
    return replace(chart, printed_at=AT_ANY_TIME)
