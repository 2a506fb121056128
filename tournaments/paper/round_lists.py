"""The lists of a round: find your table, pairings by table, results."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.text import clean
from matches.players.alphabet import alphabetical, first_letter
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from matches.templatetags.components import STATES
from tournaments.paper.values import (
    NO_BOX,
    ListCells,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
    head_of,
)
from tournaments.rounds.models import DECIDED, Pairing, PairingQuerySet, Round
from tournaments.rounds.pairing_columns import PairingColumns, fetched
from tournaments.rounds.round_names import DrawnRounds
from tournaments.rounds.rows import PairingRow, PairingSide, pairing_rows
from tournaments.structure.models import Stage
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stage_url, stages_of, title_of

NO_MATCHES = Refusal(
    "printed_list.no_matches",
    gettext_noop(
        "Nothing to print: no match can be played now. Print again once two players "
        "are "
        "known."
    ),
)
"""In a bracket or a free club night no match is open."""
NO_RESULTS = Refusal(
    "printed_list.no_results",
    gettext_noop("Nothing to print: no results yet."),
)
"""In a bracket or a free club night no match is decided."""

NO_TABLE: Final = ""
"""The text where a match is not called yet: room to write the table."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A pairing as these lists show it: its row, and where in the stages it is."""

    row: PairingRow
    place: str = ""


def find_your_table(published: Round) -> PrintedList:
    """Return the players of a round from A to Z, each with table and opponent.

    Raises NO_MATCHES.
    """
    head = _head(published, gettext("Find your table"))
    lines = [
        (seat, other, listed.row)
        for listed in _pairings(published)
        for seat, other in _sides(listed.row)
    ]
    lines.sort(key=lambda line: alphabetical(line[0].sort_name, head.language))
    groups = groupby(
        lines, lambda line: first_letter(clean(line[0].sort_name), head.language)
    )
    return PrintedList(
        head=head,
        columns=(
            ListColumn(title=gettext("Player"), width=44, is_bold=True),
            ListColumn(
                title=gettext("Table"), width=13, kind="centre", size=13, is_bold=True
            ),
            ListColumn(title=gettext("Opponent"), width=35, size=11),
        ),
        groups=tuple(
            ListGroup(letter, tuple(dict.fromkeys(_found(*line) for line in within)))
            for letter, within in groups
        ),
        strips=2,
    )


def pairings_by_table(published: Round) -> PrintedList:
    """Return the pairings of a round by table, with a box for the returned sheet.

    Raises NO_MATCHES.
    """
    return PrintedList(
        head=_head(published, gettext("Pairings by table")),
        columns=(
            *_of_match(),
            ListColumn(title=gettext("To points"), width=16, kind="centre"),
            # Translators: heading of a box to tick: the score sheet came back.
            ListColumn(title=gettext("Sheet returned"), width=18, kind="box"),
        ),
        groups=_grouped(
            _pairings(published),
            lambda row: (str(row.length), "") if row.two else ("", NO_BOX),
        ),
    )


def round_results(published: Round) -> PrintedList:
    """Return the results of a round by table; open matches have room for theirs.

    Raises NO_RESULTS.
    """
    return PrintedList(
        head=_head(
            published,
            gettext("Results"),
            advice=gettext("Is a result wrong? Tell the desk within ten minutes."),
        ),
        columns=(
            *_of_match(),
            ListColumn(title=gettext("Result"), width=34, kind="centre", is_bold=True),
        ),
        groups=_grouped(_results(published), lambda row: (_result(row),)),
    )


def left_open(published: Round) -> PrintedList | None:
    """Return the open matches of earlier rounds, None if there are none.

    For a bracket and a free club night `pairings_by_table` has all open matches.
    """
    if _is_open_ended(published.stage):
        return None
    found = _of_stage(published).exclude(DECIDED).exclude(draw=published.draw_id)
    rows = pairing_rows(fetched(found), published.stage)
    if not rows:
        return None
    head = _head(published, gettext("Unfinished matches from earlier rounds"))
    return PrintedList(
        head=head,
        columns=(
            *_of_match(),
            ListColumn(title=gettext("Result"), width=34, kind="centre"),
        ),
        groups=_grouped(
            [_Listed(row, numbered_round(row.round_number)) for row in rows],
            lambda _row: ("",),
        ),
    )


def _head(published: Round, title: str, *, advice: str = "") -> ListHead:
    stage = published.stage
    has_rounds = not _is_open_ended(stage)
    page = (
        stage_url(stage, "round", published.number)
        if has_rounds
        else reverse("stage", args=[stage.division.tournament.slug, stage.number])
    )
    return head_of(
        stage.division.tournament,
        title=title,
        where=(title_of(stage), numbered_round(published.number) if has_rounds else ""),
        path=page,
        advice=advice,
        published=published,
    )


def _is_open_ended(stage: Stage) -> bool:
    """Return True where matches follow one another without rounds of their own."""
    return stage.is_plan or stage.is_endless


def _of_match() -> tuple[ListColumn, ...]:
    """Return the columns that lists of matches begin with."""
    return (
        ListColumn(
            title=gettext("Table"), width=16, kind="centre", size=13, is_bold=True
        ),
        ListColumn(title=gettext("Match"), width=16, kind="centre", size=11),
        ListColumn(title=gettext("Player"), width=62),
        ListColumn(title=gettext("Opponent"), width=62),
    )


def _pairings(published: Round) -> list[_Listed]:
    """Return the pairings of a round; of a bracket the matches that can be played.

    Two queries, and two more in a bracket. Raises NO_MATCHES.
    """
    if not _is_open_ended(published.stage):
        return _of_round(published)
    found = _of_stage(published).exclude(DECIDED)
    listed = _placed(published, fetched(found))
    if not listed:
        raise NO_MATCHES()
    return listed


def _results(published: Round) -> list[_Listed]:
    """Return the matches of a round; of a bracket those with a result.

    Two queries, and two more in a bracket. Raises NO_RESULTS.
    """
    if not _is_open_ended(published.stage):
        return _of_round(published)
    listed = _placed(published, fetched(_of_stage(published).filter(DECIDED)))
    if not listed:
        raise NO_RESULTS()
    return listed


def _of_round(published: Round) -> list[_Listed]:
    found = fetched(Pairing.objects.filter(draw=published.draw_id))
    return [_Listed(row) for row in pairing_rows(found, published.stage)]


def _of_stage(published: Round) -> PairingQuerySet:
    return Pairing.objects.live().with_match().filter(draw__stage=published.stage)


def _placed(published: Round, found: Sequence[PairingColumns]) -> list[_Listed]:
    """Return the matches of a bracket, each with its stage and round, in their order.

    The matches of a free club night have no round.
    """
    stage = published.stage
    rows = pairing_rows(found, stage)
    if not stage.is_plan:
        return [_Listed(row) for row in rows]
    titles = {one.pk: title_of(one) for one in stages_of(stage.division.tournament)}
    drawn = DrawnRounds.of(stage)
    order = sorted(
        zip(found, rows, strict=True),
        key=lambda one: (one[0].stage_id, one[0].round_number),
    )
    return [
        _Listed(row, _place(titles[pairing.stage_id], drawn, pairing.slot or 0))
        for pairing, row in order
    ]


def _place(title: str, drawn: DrawnRounds, slot: int) -> str:
    names = (title, *drawn.names(slot))
    return " · ".join(dict.fromkeys(name for name in map(clean, names) if name))


def _sides(row: PairingRow) -> Iterator[tuple[PairingSide, PairingSide | None]]:
    yield row.one, row.two
    if row.two is not None:
        yield row.two, row.one


def _found(seat: PairingSide, other: PairingSide | None, row: PairingRow) -> ListCells:
    opponent = clean(other.name) if other else gettext("bye")
    return (clean(seat.sort_name), _table(row), opponent)


def _grouped(
    listed: Sequence[_Listed], cells: Callable[[PairingRow], ListCells]
) -> tuple[ListGroup, ...]:
    """Return the matches by their places in the stages, and there by table."""
    places: dict[str, list[PairingRow]] = {}
    for one in listed:
        places.setdefault(one.place, []).append(one.row)
    return tuple(
        ListGroup(
            place,
            tuple(
                (*_cells(row), *cells(row)) for row in sorted(rows, key=_table_order)
            ),
        )
        for place, rows in places.items()
    )


def _cells(row: PairingRow) -> ListCells:
    other = clean(row.two.name) if row.two else gettext("bye")
    return (_table(row), row.label, clean(row.one.name), other)


def _table_order(row: PairingRow) -> tuple[bool, bool, int, int, int]:
    return (
        *(row.is_bye, row.table is None, row.table or 0),
        *(row.match_number, row.position),
    )


def _table(row: PairingRow) -> str:
    return NO_TABLE if row.table is None else str(row.table)


def _result(row: PairingRow) -> str:
    """Return the score, or how the match ended; nothing before it did."""
    if row.is_bye or row.is_open:
        return ""
    score = f"{row.score_1}–{row.score_2}" if row.has_score else ""
    ended = str(STATES[row.tag].word) if row.is_walkover else ""
    return " · ".join(part for part in (score, ended) if part)
