"""The season after a season, and a final of its best players."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.players.models import Player
from matches.web import form_keys
from tournaments.entries.services import add_entries
from tournaments.seasons.errors import FEW_FINALISTS, FINAL_THERE
from tournaments.seasons.models import LONGEST_NAME, Season
from tournaments.seasons.scoring import UNIT, rounded
from tournaments.seasons.services import (
    SeasonRules,
    make_season,
    record_change,
    season_rules,
)
from tournaments.seasons.state import state_of
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.models import Tournament

_DAY: Final = timedelta(days=1)
_YEAR: Final = re.compile(r"\b((?:19|20)\d\d)(?:([/–-])(\d\d))?\b")


def final_tournament(season: Season) -> Tournament | None:
    return Tournament.objects.filter(final_of=season).first()


def following_season(
    *,
    of: Season,
    rules: SeasonRules,
    percent: int,
    with_members: bool,
    by: User | None,
    op: str = "",
) -> Season:
    """Make the season after this one, with a part of everybody's points.

    The points are from the table in force: for a closed season the table as closed.

    Raises DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING, OTHER_ACT.
    """
    state = state_of(of)
    share = percent * UNIT // 100
    carried = {line.player: rounded(line.points, share) for line in state.in_force}
    members: Collection[int] = state.members or () if with_members else ()
    return make_season(
        rules=rules,
        by=by,
        op=op,
        previous=of,
        carried=carried if percent else {},
        members=members,
    )


def rules_after(of: Season) -> SeasonRules:
    """Return the rules of the next season: the same, from the day after it."""
    rules = season_rules(of)
    until = of.to_day or timezone.localdate()
    first = min(until, date.max - _DAY) + _DAY
    last = None if of.to_day is None else _last_day(of.from_day, of.to_day, first)
    name = _later_name(rules.name, of.from_day.year, first.year)
    return replace(rules, name=name, from_day=first, to_day=last)


def _last_day(began: date, ended: date, first: date) -> date | None:
    """Return the last day of a season that follows; None if there is no such day."""
    try:
        if (first.month, first.day) == (began.month, began.day):
            return first.replace(year=first.year + 1) - _DAY
        return first + (ended - began)
    except (OverflowError, ValueError):
        return None


def _later_name(name: str, before: int, now: int) -> str:
    """Return the name of a season that begins in another year.

    “Season 2026/27” becomes “Season 2027/28”; a name without a year gets one, so that
    two seasons have different names.
    """

    def later(found: re.Match[str]) -> str:
        year, mark, second = found.groups()
        shown = str(int(year) + now - before)
        return (
            f"{shown}{mark}{(int(second) + now - before) % 100:02}" if mark else shown
        )

    renamed, count = _YEAR.subn(later, name)
    year = f" {now}"
    return renamed if count else f"{name[: LONGEST_NAME - len(year)]}{year}"


def make_final(
    *,
    of: Season,
    plan: TournamentPlan,
    players: Sequence[int],
    by: User | None,
    op: str = "",
) -> Tournament:
    """Make the final of a season as a tournament, with entries in the players' order.

    The final does not count in the season. Sent twice, it returns the same tournament.

    Raises FEW_FINALISTS, FINAL_THERE.
    """
    if len(players) < 2:  # noqa: PLR2004 - a match
        raise FEW_FINALISTS()
    with transaction.atomic():
        locked = Season.objects.locked(of.pk)
        there = final_tournament(locked)
        if there is not None:
            if op and form_keys.content_of(op) == f"tournament {there.slug}":
                return there
            raise FINAL_THERE(name=there.name)
        made = create_tournament(plan=plan, by=by, op=op)
        rows = Player.objects.in_bulk(players)
        add_entries(
            tournament=made,
            known=[rows[pk] for pk in players if pk in rows],
            new=(),
            here=False,
            by=by,
        )
        locked.final = made
        locked.save(update_fields=["final"])
        record_change(locked, "season_final_made", by=by, count=len(players))
    return made
