"""Divides entries into the divisions by rating, with a preview and an undo."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext

from matches.accounts.models import User
from matches.ratings.models import RatingList
from tournaments.entries.errors import DIVIDED_MEANWHILE
from tournaments.entries.ratings import listed_entries
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.services import recording
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Division, Entry, Tournament
from tournaments.structure.queries import in_drawn_stages

Borders = Mapping[int, Decimal | None]
"""The lowest rating of each division by its number; None for the lowest division."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DividePlan:
    """How entries are to be divided.

    `of` is the rating list, None for the ratings in the tournament. `unrated` is the
    number of the division of those without a rating, 0 if they stay where they are.
    """

    of: RatingList | None
    borders: Borders
    unrated: int = 0


@dataclass(frozen=True, slots=True)
class DividedEntry:
    """An entry, its rating, its present division and the one by its rating.

    `why` is the reason why it stays although its rating belongs to another division or
    to none.
    """

    entry: Entry
    rating: Decimal | None
    now: Division
    to: Division
    why: str = ""

    @property
    def moves(self) -> bool:
        """Whether the entry changes its division."""
        return self.to.pk != self.now.pk


@dataclass(frozen=True, slots=True)
class DivisionPreview:
    """The divisions of all entries after the act; `mark` identifies this preview."""

    rows: tuple[DividedEntry, ...]
    divisions: tuple[Division, ...]

    @property
    def mark(self) -> str:
        """A short text that changes with the effects."""
        told = [(row.entry.number, row.to.number) for row in self.rows if row.moves]
        return sha256(repr(told).encode()).hexdigest()[:16]

    @property
    def moving(self) -> list[DividedEntry]:
        """The entries that change their division."""
        return [row for row in self.rows if row.moves]

    @property
    def unrated(self) -> list[DividedEntry]:
        """The entries without a rating."""
        return [row for row in self.rows if row.rating is None]

    @property
    def kept(self) -> list[DividedEntry]:
        """The entries that stay although the borders put them elsewhere."""
        return [row for row in self.rows if row.why]

    @property
    def sizes(self) -> list[tuple[Division, int]]:
        """The number of entries in each division afterwards."""
        return [
            (division, sum(row.to.pk == division.pk for row in self.rows))
            for division in self.divisions
        ]


def open_divisions(tournament: Tournament) -> list[Division]:
    """Return the divisions of which nothing is drawn, by number."""
    found = Division.objects.filter(tournament=tournament).order_by("number")
    drawn = set(
        Draw.objects.filter(stage__tournament=tournament)
        .exclude(state__in=(Draw.State.DRAFT, Draw.State.DISCARDED))
        .values_list("stage__division", flat=True)
    )
    return [one for one in found if one.pk not in drawn and not in_drawn_stages(one.pk)]


def _by_rating(row: DividedEntry) -> tuple[bool, Decimal, str]:
    return row.rating is None, -(row.rating or Decimal()), row.entry.player.sort_name


def preview_divisions(tournament: Tournament, wanted: DividePlan) -> DivisionPreview:
    """Return the division of each entry after the act, in the order of ratings.

    Entries without a rating come last; equal ones by name. Three queries a division.
    """
    divisions = open_divisions(tournament)
    rated = [row for division in divisions for row in _rated(division, wanted.of)]
    again: dict[int, list[int]] = {}
    for entry, _rating, now in rated:
        again.setdefault(entry.player_id, []).append(now.pk)
    rows = (
        _placed(entry, rating, now, divisions=divisions, wanted=wanted, again=again)
        for entry, rating, now in rated
    )
    return DivisionPreview(
        tuple(sorted(rows, key=_by_rating)),
        tuple(divisions),
    )


def divide(
    *, tournament: Tournament, wanted: DividePlan, mark: str, by: User | None
) -> Amendment | None:
    """Move the entries to their divisions; None if all are there already.

    Drafts of the divisions that change are discarded.

    Raises TOURNAMENT_CLOSED; DIVIDED_MEANWHILE: `mark` is that of another preview.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        found = preview_divisions(locked, wanted)
        if found.mark != mark:
            raise DIVIDED_MEANWHILE()
        if not found.moving:
            return None
        with recording(
            locked,
            act="entries_divided",
            by=by,
            params={"count": len(found.moving)},
            scope=FactScope(locked, is_list=True),
        ) as made:
            _discard_drafts(found)
            changed = []
            for row in found.moving:
                row.entry.division = row.to
                changed.append(row.entry)
            Entry.objects.bulk_update(changed, ["division"])
    return made.amendment


def _rated(
    division: Division, of: RatingList | None
) -> Iterator[tuple[Entry, Decimal | None, Division]]:
    if of is None:
        rows = Entry.objects.filter(division=division).select_related("player")
        for entry in rows:
            yield entry, entry.rating_here, division
        return
    for entry, listed, _is_provisional in listed_entries(division, of):
        yield entry, listed, division


def _placed(
    entry: Entry,
    rating: Decimal | None,
    now: Division,
    *,
    divisions: Sequence[Division],
    wanted: DividePlan,
    again: Mapping[int, Sequence[int]],
) -> DividedEntry:
    by_number = {division.number: division for division in divisions}
    if rating is None:
        to = by_number.get(wanted.unrated, now)
        why = gettext("has no rating") if to.pk == now.pk else ""
    else:
        to = by_number.get(number_of(rating, wanted.borders), now)
        why = ""
        if number_of(rating, wanted.borders) == 0:
            why = gettext("is below the lowest rating of every division")
    if to.pk != now.pk and len(again[entry.player_id]) > 1:
        return DividedEntry(
            entry, rating, now, now, gettext("is entered more than once")
        )
    if to.pk != now.pk and entry.withdrawn_at is not None:
        return DividedEntry(entry, rating, now, now, gettext("has withdrawn"))
    return DividedEntry(entry, rating, now, to, why)


def number_of(rating: Decimal, borders: Borders) -> int:
    """Return the number of the division of a rating, 0 for none."""
    reached = [
        (least, number)
        for number, least in borders.items()
        if least is not None and rating >= least
    ]
    if reached:
        return max(reached)[1]
    return next((number for number, least in borders.items() if least is None), 0)


def _discard_drafts(found: DivisionPreview) -> None:
    touched = {row.now.pk for row in found.moving} | {row.to.pk for row in found.moving}
    drafts = Draw.objects.filter(state=Draw.State.DRAFT, stage__division__in=touched)
    Pairing.objects.filter(draw__in=drafts).delete()
    drafts.move(Draw.State.DISCARDED)
