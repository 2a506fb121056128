"""The lists of a round: pairings by table and from A to Z, and results."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.languages import clean
from matches.players.alphabet import alphabetical
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from matches.templatetags.components import STATES
from tournaments.paper.lists import print_list
from tournaments.paper.values import (
    NO_BOX,
    ON_ANY_PAPER,
    WALL,
    ListCells,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
    has_results,
    head_of,
    of_round,
)
from tournaments.rounds.models import DECIDED, Pairing, PairingQuerySet, Round
from tournaments.rounds.round_names import DrawnRounds
from tournaments.rounds.rows import PairingRow, PairingSide, pairing_rows
from tournaments.structure.models import Stage
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stage_url, stages_of, title_of

NO_MATCHES = Refusal(
    "printed_list.no_matches",
    "Nothing to print: no match can be played now. Print again once two players are "
    "known.",
)
"""In a bracket or a free club night no match is open."""
NO_RESULTS = Refusal(
    "printed_list.no_results",
    "Nothing to print: no results yet.",
)
"""In a bracket or a free club night no match is decided."""

A_TO_Z: Final = "a-z"
NO_TABLE: Final = ""
"""The text where a match is not called yet: room to write the table."""

Listed = tuple[str, PairingRow]
"""Where in the stages a match is, "" for a round, and its row."""


def pairings(published: Round, option: str = "") -> PrintedList:
    """Return the pairings of a round, by table or by player. Raises NO_MATCHES."""
    return find_your_table(published) if option == A_TO_Z else by_table(published)


def find_your_table(published: Round) -> PrintedList:
    head = _head(published, gettext("Find your table"))
    lines = [
        (seat, other, row)
        for _place, row in _listed(published, is_decided=False)
        for seat, other in _sides(row)
    ]
    lines.sort(key=lambda line: alphabetical(line[0].sort_name, head.language))
    rows = dict.fromkeys(
        (clean(seat.sort_name), _table(row), _name(other)) for seat, other, row in lines
    )
    return PrintedList(
        head=head,
        columns=(
            ListColumn(gettext("Player"), 44, is_bold=True),
            ListColumn(gettext("Table"), 13, "centre", size=13, is_bold=True),
            ListColumn(gettext("Opponent"), 35, size=11),
        ),
        groups=(ListGroup("", tuple(rows)),),
        strips=2,
    )


def by_table(published: Round) -> PrintedList:
    return PrintedList(
        head=_head(published, gettext("Pairings by table")),
        columns=(
            *_of_match(),
            ListColumn(gettext("To points"), 16, "centre"),
            # Translators: heading of a box to tick: the score sheet came back.
            ListColumn(gettext("Sheet returned"), 18, "box"),
        ),
        groups=_grouped(
            _listed(published, is_decided=False),
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
            ListColumn(gettext("Result"), 34, "centre", is_bold=True),
        ),
        groups=_grouped(
            _listed(published, is_decided=True), lambda row: (_result(row),)
        ),
    )


def left_open(published: Round) -> PrintedList | None:
    """Return the open matches of earlier rounds, None if there are none.

    For a bracket and a free club night `by_table` has all open matches.
    """
    if _is_open_ended(published.stage):
        return None
    matches = _of_stage(published).exclude(DECIDED).exclude(draw=published.draw_id)
    rows = pairing_rows(matches.listed(), published.stage)
    if not rows:
        return None
    return PrintedList(
        head=_head(published, gettext("Unfinished matches from earlier rounds")),
        columns=(
            *_of_match(),
            ListColumn(gettext("Result"), 34, "centre"),
        ),
        groups=_grouped(
            [(numbered_round(row.round_number), row) for row in rows],
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
    return (
        ListColumn(gettext("Table"), 16, "centre", size=13, is_bold=True),
        ListColumn(gettext("Match"), 16, "centre", size=11),
        ListColumn(gettext("Player"), 62),
        ListColumn(gettext("Opponent"), 62),
    )


def _listed(published: Round, *, is_decided: bool) -> list[Listed]:
    """Return the matches of a round; of a bracket those played, or open now.

    Two queries, and two more in a bracket. Raises NO_MATCHES, NO_RESULTS.
    """
    if not _is_open_ended(published.stage):
        drawn = Pairing.objects.filter(draw=published.draw_id).listed()
        return [("", row) for row in pairing_rows(drawn, published.stage)]
    matches = _of_stage(published)
    matches = matches.filter(DECIDED) if is_decided else matches.exclude(DECIDED)
    listed = _placed(published, matches.listed())
    if not listed:
        raise NO_RESULTS() if is_decided else NO_MATCHES()
    return listed


def _of_stage(published: Round) -> PairingQuerySet:
    return Pairing.objects.live().with_match().filter(draw__stage=published.stage)


def _placed(published: Round, drawn: Iterable[Pairing]) -> list[Listed]:
    """Return the matches of a bracket, each with its stage and round, in their order.

    The matches of a free club night have no round.
    """
    stage = published.stage
    rows = pairing_rows(drawn, stage)
    if not stage.is_plan:
        return [("", row) for row in rows]
    titles = {one.pk: title_of(one) for one in stages_of(stage.division.tournament)}
    names = DrawnRounds.of(stage)
    order = sorted(
        zip(drawn, rows, strict=True),
        key=lambda both: (both[0].stage_id, both[0].round_number),
    )
    return [
        (_place(titles[pairing.stage_id], names, pairing.slot or 0), row)
        for pairing, row in order
    ]


def _place(title: str, drawn: DrawnRounds, slot: int) -> str:
    names = (title, *drawn.names(slot))
    return " · ".join(dict.fromkeys(filter(None, map(clean, names))))


def _sides(row: PairingRow) -> Iterator[tuple[PairingSide, PairingSide | None]]:
    yield row.one, row.two
    if row.two is not None:
        yield row.two, row.one


def _grouped(
    listed: Sequence[Listed], cells: Callable[[PairingRow], ListCells]
) -> tuple[ListGroup, ...]:
    places: dict[str, list[PairingRow]] = {}
    for place, row in listed:
        places.setdefault(place, []).append(row)
    return tuple(
        ListGroup(
            place,
            tuple(
                (
                    *(_table(row), row.label, clean(row.one.name), _name(row.two)),
                    *cells(row),
                )
                for row in sorted(rows, key=_table_order)
            ),
        )
        for place, rows in places.items()
    )


def _name(side: PairingSide | None) -> str:
    return clean(side.name) if side else gettext("bye")


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


PAIRINGS: Final = of_round(
    "pairings",
    title=gettext_noop("Pairings"),
    values=pairings,
    build=print_list,
    papers=ON_ANY_PAPER,
    options={A_TO_Z: gettext_noop("Find your table")},
    group=WALL,
    note=gettext_noop("PDF by table, for the desk, and A to Z, for the wall"),
)
RESULTS: Final = of_round(
    "results",
    title=gettext_noop("Results"),
    values=round_results,
    build=print_list,
    papers=ON_ANY_PAPER,
    is_ready=has_results,
    group=WALL,
    note=gettext_noop("PDF for the wall, by table"),
)
