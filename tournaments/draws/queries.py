"""Draws for public pages, and drafts for directors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matches.web.sentences import sentence_of
from tournaments.engine import (
    Note,
    StageState,
    foresee,
    format_named,
    is_finished,
)
from tournaments.rounds import engine_state
from tournaments.rounds.models import SET_ASIDE, Draw, Pairing
from tournaments.rounds.rests import RestRow, rest_rows, resting_in
from tournaments.rounds.rows import PairingRow, draw_rows
from tournaments.structure.models import Entry, Stage, Tournament

SHOWN: Final = (Draw.State.ANNOUNCED, Draw.State.PUBLISHED, Draw.State.WITHDRAWN)
PUBLIC: Final = (
    Draw.State.ANNOUNCED,
    Draw.State.PUBLISHED,
    Draw.State.WITHDRAWN,
    Draw.State.DISCARDED,
)


def public_draw(root: Stage, pk: int) -> Draw | None:
    """Return a draw that is public at least in part, else None. Two queries.

    An announced draw stays public after its seed is rolled, but its result is not
    public before it is published.
    """
    found = root.draws.select_related(
        "stage__division__tournament", "announcement"
    ).filter(pk=pk)
    draw = found.exclude(SET_ASIDE).first()
    if draw is None:
        return None
    is_kept = draw.state == Draw.State.DISCARDED and (
        root.published_rounds.filter(number=draw.round_number).exists()
    )
    was_announced = draw.announced_at is not None
    return draw if draw.state in SHOWN or is_kept or was_announced else None


def public_draws(root: Stage) -> Sequence[Draw]:
    """Return the draws that are or were public, first to last. Two queries.

    A draft that was replaced is listed once the round is published: with its number,
    its reason and its seed only.
    """
    published = set(root.published_rounds.values_list("number", flat=True))
    return [
        draw
        for draw in root.draws.filter(state__in=PUBLIC)
        .defer("record")
        .select_related("announcement")
        .exclude(SET_ASIDE)
        .order_by("round_number", "number")
        if draw.state != Draw.State.DISCARDED or draw.round_number in published
    ]


def announced_draws(tournament: Tournament) -> Sequence[Draw]:
    """Return the draws that are announced and not published yet. One query."""
    waiting = (Draw.State.ANNOUNCED, Draw.State.DRAWING, Draw.State.DRAFT)
    rows = Draw.objects.filter(stage__division__tournament=tournament)
    rows = rows.filter(state__in=waiting, announced_at__isnull=False)
    rows = rows.exclude(SET_ASIDE).order_by("stage__number", "round_number")
    rows = rows.select_related("stage__division__tournament", "announcement")
    return list(rows.defer("record"))


def drawn_instead(draw: Draw) -> Draw | None:
    """Return the newest draw of a round that replaced another one. One query."""
    later = Draw.objects.filter(
        stage=draw.stage_id, round_number=draw.round_number, number__gt=draw.number
    )
    shown = later.filter(state__in=SHOWN) | later.filter(announced_at__isnull=False)
    found = shown.exclude(SET_ASIDE).defer("record").select_related("announcement")
    return found.order_by("number").last()


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A pairing of a draft, with facts that help a director to judge it.

    `one_has` and `two_has` are the wins or losses at the draw, empty before the first
    results. `is_same_club`: two of one club meet in the first round.
    """

    row: PairingRow
    one_has: str = ""
    two_has: str = ""
    is_same_club: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """The rows of a draft; `open_labels` are the matches that were open at the draw."""

    rows: tuple[DraftRow, ...] = ()
    open_labels: tuple[str, ...] = ()

    @property
    def tables(self) -> int:
        """The number of matches."""
        return sum(not row.row.is_bye for row in self.rows)


def draft_of(draw: Draw) -> Draft:
    """Return a draft for its director. Two queries."""
    state = draw.made_from
    has = _counts(state)
    is_first = draw.round_number == 1
    return Draft(
        rows=tuple(
            DraftRow(
                row=row,
                one_has=has.get(row.one.number, ""),
                two_has=has.get(row.two.number, "") if row.two else "",
                is_same_club=is_first and _is_same_club(row),
            )
            for row in draw_rows(draw)
        ),
        open_labels=_open_then(draw.stage, state),
    )


def _counts(state: StageState) -> Mapping[int, str]:
    """Return the wins or losses of each entrant at the draw, in words."""
    if not state.outcomes:
        return {}
    return {
        number: sentence_of(note.message, note.params)
        for number, note in format_named(state.format).has(state).items()
    }


def _is_same_club(row: PairingRow) -> bool:
    clubs = {seat.club.strip().casefold() for seat in (row.one, row.two) if seat}
    return row.two is not None and len(clubs) == 1 and "" not in clubs


def _open_then(stage: Stage, state: StageState) -> tuple[str, ...]:
    """Return the labels of the matches that had no result at the draw."""
    were_open = {
        (outcome.round, frozenset((outcome.one, outcome.two)))
        for outcome in state.outcomes
        if outcome.is_open
    }
    if not were_open:
        return ()
    rows = (
        Pairing.objects.live()
        .filter(stage=stage, match_number__isnull=False)
        .values_list(
            "round_number", "entry_1__number", "entry_2__number", "match_number"
        )
    )
    return tuple(
        f"M{label}"
        for played_in, one, two, label in rows.order_by("match_number")
        if (played_in, frozenset((one, two))) in were_open
    )


def foreseen(stage: Stage) -> tuple[Note, ...]:
    """Return what the next draw of a stage cannot keep, and where lots decide.

    Ten queries at most. Nothing while it cannot be drawn anyway.
    """
    if stage.is_plan and stage.plan is not None:
        return ()
    source = stage.source
    is_ready = source is not None and is_finished(engine_state.load(source))
    cut = engine_state.cut_notes(stage) if is_ready else ()
    return (*cut, *foresee(engine_state.to_draw(stage, ahead=True)))


def resting_now(stage: Stage, draw: Draw | None, coming: int) -> Sequence[RestRow]:
    """Return who sits out the round of a draw, or the coming one. One query at most.

    For a draw these are the entries that rested when it was made.
    """
    if not engine_state.can_rest(stage):
        return ()
    if draw is None:
        return resting_in(stage, coming)
    state = draw.made_from
    resting = state.resting()
    entries = Entry.objects.filter(
        division=stage.division_id, number__in=[rest.entrant for rest in resting]
    )
    names = entries.values_list("number", "player__name") if resting else ()
    return rest_rows(state, resting, dict(names))


def numbers_in(draw: Draw) -> list[int]:
    """Return the numbers of all entries of a draft. One query."""
    rows = draw.pairings.values_list("entry_1__number", "entry_2__number")
    return [number for pair in rows for number in pair if number is not None]
