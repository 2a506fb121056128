"""The stage, round and table of a tournament match, for the match page."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion
from tournaments.results.correction.queries import has_dependents
from tournaments.rounds.announcements.bulletin import announced_to_phones
from tournaments.rounds.models import Draw, Pairing
from tournaments.rounds.round_names import DrawnRounds
from tournaments.structure.models import Stage, Visibility
from tournaments.structure.names import round_or_draw_name, shown_name
from tournaments.structure.plan import format_of

DAY: Final = F("pairing__tournament__date")
"""The date of the tournament of a match."""
KIND: Final = F("pairing__stage__format")
"""The format of the stage of a match."""
UNLISTED: Final = Q(
    pairing__tournament__visibility__in=(
        *(Visibility.UNLISTED, Visibility.PRIVATE, Visibility.PRACTICE),
    )
)
"""The matches of tournaments that are in no list."""

_COLUMNS: Final = (
    *("match_id", "match_number", "table", "round_number", "slot", "position"),
    *("called_at", "recalled_at", "playing_at"),
    *("draw__stage_id", "draw__state"),
    *("stage__name", "stage__number", "stage__rounds", "stage__format"),
    "stage__division__name",
    *("tournament__name", "tournament__slug", "tournament__language"),
    *("tournament__date", "tournament__closed_at", "tournament__visibility"),
)
"""The columns of an occasion, few because every saved game reads them."""


def occasions(matches: Sequence[Match]) -> dict[int, Occasion]:
    """Return the context of tournament matches, by primary key.

    One query, and one more for the words of those that are played in brackets.
    """
    pairings = _pairings([match.pk for match in matches])
    known = {match.pk: match for match in matches}
    plans = _Plans(pairings)
    return {
        pairing.match_id: _occasion(pairing, known[pairing.match_id], plans)
        for pairing in pairings
        if pairing.match_id
    }


class _Plans:
    """The plans of the brackets among some pairings, read when first used."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self._pairings = pairings

    @cached_property
    def _by_stage(self) -> dict[int, DrawnRounds]:
        drawn = {pairing.draw.stage_id for pairing in self._pairings if pairing.slot}
        rows = Stage.objects.filter(pk__in=drawn).only("plan")
        return {row.pk: DrawnRounds.of(row) for row in rows if row.plan is not None}

    def names(self, pairing: Pairing) -> tuple[str, ...]:
        """Return the side and the round of a pairing in a bracket, else none."""
        if not pairing.slot:
            return ()
        plan = self._by_stage.get(pairing.draw.stage_id)
        return plan.names(pairing.slot) if plan else ()


def _pairings(matches: Sequence[int]) -> list[Pairing]:
    """Return the pairings of matches. One query."""
    rows = Pairing.objects.filter(match__in=matches)
    return list(_with_context(rows, timezone.now()))


def _with_context(rows: QuerySet[Pairing], now: datetime) -> QuerySet[Pairing]:
    news = announced_to_phones(OuterRef("tournament"), now)
    return (
        rows.select_related("draw", "stage__division", "tournament")
        .annotate(has_news=Exists(news))
        .only(*_COLUMNS)
    )


def _occasion(pairing: Pairing, match: Match, plans: _Plans) -> Occasion:
    tournament = pairing.tournament
    return Occasion(
        title=tournament.name,
        url=tournament.get_absolute_url(),
        desk_url=lambda: reverse("tournament_desk", args=[tournament.slug]),
        detail=lambda: _detail(pairing, plans),
        label=f"M{pairing.match_number}",
        table=pairing.table,
        language=tournament.language,
        day=tournament.date,
        event=tournament.pk,
        slug=tournament.slug,
        has_news=vars(pairing)["has_news"],
        is_closed=tournament.is_closed,
        rounds=pairing.stage.rounds,
        called_at=pairing.recalled_at or pairing.called_at,
        is_playing=pairing.playing_at is not None,
        is_private=tournament.visibility == Visibility.PRIVATE,
        correct_url=lambda: _correct_url(pairing, match),
        standings_url=lambda: _standings_url(pairing),
        has_dependents=lambda: _has_dependents(pairing.pk),
    )


def _standings_url(pairing: Pairing) -> str:
    return reverse("standings", args=[pairing.tournament.slug, pairing.stage.number])


def _detail(pairing: Pairing, plans: _Plans) -> str:
    """Return division, stage and round of a match; unnamed ones are left out."""
    stage = pairing.stage
    names = [shown_name(stage.division.name), shown_name(stage.name)]
    names += plans.names(pairing) or [
        round_or_draw_name(
            pairing.round_number, is_endless=format_of(stage.format).is_endless
        )
    ]
    return " · ".join(dict.fromkeys(name for name in names if name))


def _has_dependents(pk: int) -> bool:
    rows = Pairing.objects.live().filter(pk=pk)
    pairing = rows.select_related("draw__stage").first()
    return pairing is not None and has_dependents(pairing)


def _correct_url(pairing: Pairing, match: Match) -> str:
    is_live = pairing.draw.state == Draw.State.PUBLISHED
    if match.state != Match.State.DONE or pairing.tournament.is_closed or not is_live:
        return ""
    return reverse("correct", args=[pairing.tournament.slug, match.code])
