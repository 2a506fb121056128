"""Ratings and PRs of the entries of a division: typed, or taken from a rating list."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import QuerySet

from matches.accounts.models import User
from matches.ratings.models import ListedPlayer, RatingList
from matches.rules.ratings import POINT
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.services import recording
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Division, Entry, Tournament

PER_PAGE: Final = 200
CENT: Final = Decimal("0.01")

Strength = tuple[Decimal | None, Decimal | None]
"""The rating and the PR of an entry in a tournament."""


ListedEntry = tuple[Entry, Decimal | None, bool]
"""An entry, its rating on a list, None if it is not there, and if it is provisional."""


def strengths_page(division: Division, asked: str) -> Page[Entry]:
    """Return a page of the entries by name. Two queries."""
    return Paginator(_entries(division), PER_PAGE).get_page(asked)


def listed_entries(division: Division, of: RatingList) -> list[ListedEntry]:
    """Return all entries by name, with their ratings on a list. Two queries."""
    entries = list(_entries(division))
    rows = ListedPlayer.objects.filter(
        list=of, player__in=[entry.player_id for entry in entries]
    ).values_list("player", "rating", "experience")
    known = {player: (rating, experience) for player, rating, experience in rows}
    found = []
    for entry in entries:
        rating, experience = known.get(entry.player_id, (None, 0))
        found.append(
            (
                entry,
                None if rating is None else (Decimal(rating) / POINT).quantize(CENT),
                rating is not None and experience < of.provisional,
            )
        )
    return found


def set_strengths(
    *, tournament: Tournament, values: Mapping[int, Strength], by: User | None
) -> Amendment | None:
    """Store the rating and the PR of entries, by number; None if nothing changes.

    An empty rating means that of the player. Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entries = Entry.objects.filter(tournament=locked, number__in=values)
        changed = [
            entry
            for entry in entries
            if (entry.rating, entry.pr) != values[entry.number]
        ]
        if not changed:
            return None
        with recording(
            locked,
            act="entry_ratings",
            by=by,
            params={"count": len(changed)},
            scope=FactScope(locked, is_list=True),
        ) as made:
            for entry in changed:
                entry.rating, entry.pr = values[entry.number]
            Entry.objects.bulk_update(changed, ["rating", "pr"])
    return made.amendment


def values_of_list(rows: Sequence[ListedEntry]) -> dict[int, Strength]:
    """Return the ratings of the players on a list; the others keep theirs."""
    return {
        entry.number: (listed, entry.pr)
        for entry, listed, _is_provisional in rows
        if listed is not None
    }


def values_without_ratings(division: Division) -> dict[int, Strength]:
    """Return the values that remove the ratings of this tournament. One query."""
    rows = Entry.objects.filter(division=division).values_list("number", "pr")
    return {number: (None, pr) for number, pr in rows}


def _entries(division: Division) -> QuerySet[Entry]:
    rows = Entry.objects.filter(division=division).select_related("player")
    return rows.order_by("player__sort_name", "number")
