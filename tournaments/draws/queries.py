"""Draws for public pages, and drafts for directors."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matches.web.sentences import sentence_of
from tournaments.brackets import BracketWords
from tournaments.brackets.queries import bracket_of_draft
from tournaments.brackets.tree import Branching, Tree, trees_of
from tournaments.engine import (
    Note,
    StageState,
    foresee,
    format_named,
    is_finished,
)
from tournaments.engine.bracket.lines import seeds_drawn
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import MAIN
from tournaments.rounds.models import SET_ASIDE, Draw, Pairing
from tournaments.rounds.rests import RestRow, rest_rows, resting_in
from tournaments.rounds.rows import PairingRow, PairingSide, draw_rows
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
class DraftSeat:
    """A side of a pairing of a draft: its wins or losses at the draw, and its seed.

    `has` is empty before the first results, `seed` 0 for an entrant without one.
    """

    side: PairingSide
    has: str
    seed: int


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A pairing of a draft; `is_same_club`: two of a club meet in the first round."""

    row: PairingRow
    one: DraftSeat
    two: DraftSeat | None
    is_same_club: bool


def draft_of(draw: Draw) -> list[DraftRow]:
    """Return the pairings of a draft for its director. One query."""
    state = draw.made_from
    has = _counts(state)
    is_bracket = format_named(state.format).is_bracket
    seeds = seeds_drawn(state, draw.seed) if is_bracket else []
    places = {number: seed for seed, number in enumerate(seeds, start=1)}

    def seat(side: PairingSide) -> DraftSeat:
        return DraftSeat(side, has.get(side.number, ""), places.get(side.number, 0))

    return [
        DraftRow(
            row=row,
            one=seat(row.one),
            two=seat(row.two) if row.two else None,
            is_same_club=draw.round_number == 1 and _is_same_club(row),
        )
        for row in draw_rows(draw)
    ]


def draft_trees(
    draw: Draw, rows: Iterable[DraftRow]
) -> list[tuple[Tree, list[tuple[Branching, DraftRow]]]]:
    """Return the main bracket of a draft, its first round with the rows. One query."""
    by_entry = {row.one.side.number: row for row in rows}
    by_entry |= {row.two.side.number: row for row in by_entry.values() if row.two}
    bracket = bracket_of_draft(draw)
    return [
        (
            tree,
            [
                (match, by_entry[match.card.alone.entry])
                for match in tree.columns[0].rows
                if tree.columns[0].number == 1
            ],
        )
        for tree in trees_of(BracketWords(bracket), MAIN)
    ]


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


def open_at_draw(draw: Draw) -> tuple[str, ...]:
    """Return the labels of the matches that had no result at the draw."""
    stage, state = draw.stage, draw.made_from
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
