"""The panel of rests on the page of a player, and links to the page of own rounds."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, Max, OuterRef, Q, QuerySet, When
from django.urls import reverse
from django.utils import timezone

from matches.accounts import access as accounts_access
from matches.players.models import Player
from matches.players.queries import PlayerVisit
from tournaments.engine import RoundsAsked, StageState, format_named
from tournaments.engine.state import Rest
from tournaments.rounds.announcements.bulletin import announced_at, announced_to_phones
from tournaments.rounds.engine_state import can_rest
from tournaments.rounds.rests import RestRow, rest_rows
from tournaments.structure.listing import of_listed_tournament
from tournaments.structure.models import (
    Entry,
    EntryQuerySet,
    Stage,
    Tournament,
    Visibility,
)


def rests_panel(visit: PlayerVisit) -> dict[str, Any]:
    """Return the rests of a player in tournaments that are not closed.

    And what is announced there. `can_be_called`: the player takes part in one of them.
    A pair belongs to both of its players. One query; more if there are any.
    """
    if visit.against is not None:
        return {"tournaments": (), "told": (), "can_be_called": False}
    shown = _shown(visit, timezone.now())
    news = {entry.tournament_id for entry in shown if vars(entry)["has_news"]}
    resting = [entry.pk for entry in shown if vars(entry)["has_rests"]]
    return {
        "tournaments": [_of(entry) for entry in _with_rests(resting)]
        if resting
        else [],
        "told": announced_at(news) if news else (),
        "can_be_called": bool(shown),
    }


def _shown(visit: PlayerVisit, now: datetime) -> QuerySet[Entry]:
    """Return the entries of a player in tournaments that are not closed.

    A club that closes none has hundreds, so nothing is read of them but their keys.
    """
    has_news = Exists(announced_to_phones(OuterRef("tournament"), now))
    entries = _entries_of(visit.player.pk).annotate(
        has_news=has_news,
        has_rests=Case(When(rests__isnull=False, then=True), default=False),
    )
    listed = of_listed_tournament(accounts_access.events_of(visit.request.user))
    entries = entries.filter(listed, tournament__closed_at__isnull=True)
    return entries.order_by().only("pk", "tournament_id")


def _with_rests(resting: Sequence[int]) -> QuerySet[Entry]:
    entries = Entry.objects.filter(pk__in=resting).select_related(
        "tournament", "player"
    )
    return entries.order_by("-tournament__date", "pk")


def own_links(player: Player) -> Sequence[tuple[Tournament, str]]:
    """Return where a player can ask to sit out a round to come, and the addresses.

    Two queries.

    A private tournament shows nothing to its players either.

    A club that closes no tournament has hundreds that are open; those whose rounds are
    all published are left out.
    """
    rows = (
        _entries_of(player.pk)
        .of_open_tournaments()
        .exclude(tournament__visibility=Visibility.PRIVATE)
        .select_related("tournament")
        .only(
            *("number", "division_id", "tournament__slug", "tournament__name"),
            "tournament__identity",
        )
        .order_by("-tournament__date", "number")
    )
    entries = list(rows)
    stages = _first_stages({entry.division_id for entry in entries})
    return [
        (
            entry.tournament,
            reverse(
                "own_rounds",
                args=[player.link_key, entry.tournament.slug, entry.number],
            ),
        )
        for entry in entries
        if can_rest(stages[entry.division_id])
        and not _has_all_rounds(stages[entry.division_id])
    ]


def _first_stages(divisions: Iterable[int]) -> dict[int, Stage]:
    """Return the first stage of each division. One query."""
    stages = Stage.objects.filter(
        division__in=divisions, source__isnull=True, parent__isnull=True
    ).annotate(last_round=Max("published_rounds__number"))
    # Of several the first one is kept: it is written last.
    return {stage.division_id: stage for stage in stages.order_by("-number")}


def _has_all_rounds(stage: Stage) -> bool:
    is_chosen = format_named(stage.format).rounds_asked is RoundsAsked.YES
    published = vars(stage)["last_round"] or 0
    return is_chosen and 0 < stage.rounds <= published


def _entries_of(player: int) -> EntryQuerySet:
    """Return the entries of a player, also those in a pair, that have not withdrawn.

    The pairs are read first: one condition for player and pairs would make the database
    read the entries of all tournaments.
    """
    pairs = Player.objects.filter(members=player).order_by()
    is_mine = Q(player=player) | Q(player__in=pairs.values("pk"))
    return Entry.objects.active().filter(is_mine)


def _of(entry: Entry) -> tuple[Tournament, Sequence[RestRow]]:
    stage = _first_stage(entry)
    state = StageState(
        stage.format, stage.rounds, stage.match_length, (), options=stage.chosen
    )
    rests = [Rest(one, entry.number, kind) for one, kind in entry.sits_out.items()]
    rows = rest_rows(state, rests, {entry.number: entry.player.name})
    return entry.tournament, rows


def _first_stage(entry: Entry) -> Stage:
    stages = Stage.objects.filter(division=entry.division_id, source__isnull=True)
    return stages.filter(parent__isnull=True).order_by("number")[0]
