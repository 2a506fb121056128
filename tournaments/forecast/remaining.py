"""Reads what is still to be played in a division."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db.models import Count

from matches.ratings.models import ListedPlayer, RatingList
from matches.rules.ratings import POINT, STEADY
from tournaments.engine import StageState, format_named
from tournaments.forecast.playing import StageAhead
from tournaments.money.models import Pool
from tournaments.rounds import engine_state
from tournaments.structure.models import Entry, Stage, Tournament


class Ratings(NamedTuple):
    """The ratings of a field by number of the entry, in 1/10,000 point.

    `of` is the name of the list they are from, empty for the directory; `unrated` are
    those who have none and got the mean of the others.
    """

    of: str
    by_number: dict[int, int]
    unrated: frozenset[int]


def stages_ahead(stages: Sequence[Stage]) -> list[StageAhead]:
    """Return the stages of a division that decide its places, each after its source.

    `stages` are all of the division. Empty if no round is published, or if the first
    stage never ends. Brackets of losers decide nothing here. Four queries a stage.
    """
    roots = [stage for stage in stages if not stage.is_branch]
    first = next((stage for stage in roots if stage.source_id is None), None)
    if first is None or format_named(first.format).is_endless:
        return []
    state = engine_state.load(first)
    if not state.outcomes:
        return []
    found, at = [_first(first, state)], {first.pk: 0}
    for stage in roots:
        if stage.source_id in at and not format_named(stage.format).is_endless:
            own = engine_state.load(stage)
            is_known = stage.field is not None
            found.append(
                StageAhead(
                    number=stage.number,
                    state=own if is_known else _with_everybody(own, state),
                    length=stage.length_of,
                    source=at[stage.source_id],
                    take_from=stage.take_from,
                    take=stage.take,
                    is_known=is_known,
                )
            )
            at[stage.pk] = len(found) - 1
    return found


def ratings_of(tournament: Tournament, state: StageState) -> Ratings:
    """Return the ratings of everybody in a stage. Four queries at most.

    They are from the public list that knows the most entrants, if it knows half of
    them, otherwise from the directory.
    """
    field = {entrant.number: entrant.rating for entrant in state.entrants}
    players = dict(
        Entry.objects.filter(tournament=tournament, number__in=field).values_list(
            "player_id", "number"
        )
    )
    listed = ListedPlayer.objects.filter(
        list__in=RatingList.objects.public(), player__in=players
    )
    best = (
        listed.values("list", "list__name")
        .annotate(known=Count("pk"))
        .order_by("-known", "list")
        .first()
    )
    if best is not None and 2 * best["known"] >= len(field):
        found = listed.filter(list=best["list"]).values_list("player_id", "rating")
        return _completed(
            best["list__name"], {players[key]: rating for key, rating in found}, field
        )
    typed = {
        number: int(rating * POINT)
        for number, rating in field.items()
        if rating is not None
    }
    return _completed("", typed, field)


def paid_places(tournament: Tournament, stage: int) -> int:
    """Return how many places of the event get a prize, 0 unless prizes are public.

    `stage` is the number of its first stage. One query, none if prizes are not shown.
    """
    if not tournament.shows_prizes:
        return 0
    pools = Pool.objects.filter(tournament=tournament, is_gone=False)
    shares = (pool.shares.get(str(stage), ()) for pool in pools)
    return max((sum(one > 0 for one in own) for own in shares), default=0)


def _first(stage: Stage, state: StageState) -> StageAhead:
    return StageAhead(number=stage.number, state=state, length=stage.length_of)


def _with_everybody(stage: StageState, source: StageState) -> StageState:
    """Return a stage for whose field everybody of the first stage can qualify."""
    entrants = tuple(
        replace(entrant, lot=None, seed=None, joined=1, wants_bye=False, group="")
        for entrant in source.entrants
    )
    return replace(stage, entrants=entrants)


def _completed(of: str, known: dict[int, int], field: Mapping[int, object]) -> Ratings:
    mean = sum(known.values()) // len(known) if known else STEADY.start * POINT
    unrated = frozenset(field) - known.keys()
    return Ratings(of, {number: known.get(number, mean) for number in field}, unrated)
