"""Acts of directors on seasons: each is one transaction and one line of the journal."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify

from matches.accounts.models import User
from matches.form_keys import services as form_keys
from matches.journal import services as journal
from matches.players.models import Player
from matches.web.cache_generation import renew
from tournaments.entries.services import add_entries
from tournaments.seasons.errors import (
    DAYS_CROSSED,
    FEW_FINALISTS,
    FINAL_THERE,
    PAYS_NOTHING,
    PLACES_MISSING,
    SEASON_CHANGED,
    SEASON_CLOSED,
    SEASON_EMPTY,
    SEASON_RUNNING,
    TABLE_CHANGED,
)
from tournaments.seasons.models import (
    LONGEST_NAME,
    Season,
    SeasonCarried,
    SeasonClosing,
    SeasonEvening,
    SeasonMember,
    SeasonPlace,
)
from tournaments.seasons.queries import (
    closing_of,
    digest_of,
    final_of,
    lines_in_force,
    standings,
    state_of,
)
from tournaments.seasons.scoring import (
    FIELD,
    LISTED,
    NO_PLACES,
    UNIT,
    EveningResult,
    ScoredLine,
    SeasonScoring,
    rounded,
)
from tournaments.setup.presets import FINAL_FORMAT
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.models import Tournament

_RESERVED: Final = frozenset({"new"})
_YEAR: Final = re.compile(r"\b((?:19|20)\d\d)(?:([/–-])(\d\d))?\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """A director's decisions about a season; the fields are columns of `Season`."""

    name: str
    from_day: date
    to_day: date | None = None
    by_rule: bool = True
    named: str = ""
    divisions: str = ""
    scoring: SeasonScoring = field(default_factory=SeasonScoring)
    opt_in: bool = False
    is_public: bool = True

    @property
    def digest(self) -> str:
        """A short text that identifies these rules, for forms."""
        return sha256(repr(self).encode()).hexdigest()[:16]

    def check(self) -> None:
        """Raise DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING."""
        if self.to_day is not None and self.to_day < self.from_day:
            raise DAYS_CROSSED()
        scoring = self.scoring
        by_list = scoring.places in {LISTED, FIELD}
        if by_list and not any(scoring.points):
            raise PLACES_MISSING()
        places = scoring.places != NO_PLACES and any(scoring.place_weights)
        pays = scoring.attendance or scoring.loss or any(scoring.win) or places
        if not (pays and any(scoring.divisions)):
            raise PAYS_NOTHING()

    def applied_to(self, of: Season) -> Season:
        """Set the columns of a row to these rules and return it; nothing is stored."""
        for one in fields(self):
            setattr(of, one.name, getattr(self, one.name))
        return of


@dataclass(frozen=True, slots=True)
class Decision:
    """A director's decision about one tournament: whether it counts, and its weight.

    `counts` is None to leave it to the rule of the season.
    """

    counts: bool | None
    weight: int = UNIT


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPlan:
    """The tournament that the best of a season play: entries in their order."""

    name: str
    date: date
    language: str
    match_length: int
    players: tuple[int, ...]


def rules_of(of: Season) -> SeasonRules:
    """Return the rules of a season."""
    return SeasonRules(
        **{one.name: getattr(of, one.name) for one in fields(SeasonRules)}
    )


def make_season(
    *,
    rules: SeasonRules,
    by: User | None,
    op: str = "",
    previous: Season | None = None,
    carried: Mapping[int, int] | None = None,
    members: Iterable[int] = (),
) -> Season:
    """Make a season; a repeat with the same `op` returns the one that was made.

    `carried` are points by player that it begins with, from the season `previous`.

    Raises DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING, OTHER_ACT.
    """
    rules.check()

    def make() -> Season:
        of = Season(key=_free_key(rules.name), created_by=by, previous=previous)
        rules.applied_to(of).save()
        SeasonCarried.objects.bulk_create(
            SeasonCarried(season=of, player_id=player, points=points)
            for player, points in (carried or {}).items()
            if points
        )
        SeasonMember.objects.bulk_create(
            SeasonMember(season=of, player_id=player) for player in members
        )
        renew()  # pages of tournaments name the seasons in which they count
        journal.record_act(act="season_made", by=by, name=rules.name)
        return of

    if not op:
        with transaction.atomic():
            return make()
    return form_keys.made_once(op, Season, make)


def change_season(
    *, of: Season, rules: SeasonRules, known: str, by: User | None
) -> bool:
    """Change the rules of a season; `known` is the digest that the form began with.

    Returns False if nothing changes.

    Raises DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING, SEASON_CHANGED, SEASON_CLOSED.
    """
    rules.check()
    with transaction.atomic():
        locked = _locked(of)
        now = rules_of(locked)
        if now == rules:
            return False
        if now.digest != known:
            raise SEASON_CHANGED()
        rules.applied_to(locked)
        locked.revision += 1
        locked.save()
        renew()
        journal.record_act(act="season_changed", by=by, name=rules.name)
    return True


def decide_tournaments(
    *, of: Season, decisions: Mapping[int, Decision], by: User | None
) -> int:
    """Decide whether tournaments count; return the number of changed decisions.

    Raises SEASON_CLOSED.
    """
    with transaction.atomic():
        locked = _locked(of)
        rows = {
            row.tournament_id: row
            for row in SeasonEvening.objects.filter(season=locked)
        }
        there = set(
            Tournament.objects.filter(pk__in=list(decisions)).values_list(
                "pk", flat=True
            )
        )
        changed = sum(
            _decide(locked, pk, decision, row=rows.get(pk))
            for pk, decision in decisions.items()
            if pk in there
        )
        if changed:
            _bump(locked)
            journal.record_act(
                act="season_tournaments", by=by, name=locked.name, count=changed
            )
    return changed


def _decide(
    of: Season, tournament: int, decision: Decision, *, row: SeasonEvening | None
) -> bool:
    if decision.counts is None:
        if row is not None:
            row.delete()
        return row is not None
    wanted = (decision.counts, decision.weight)
    if row is None:
        SeasonEvening.objects.create(
            season=of,
            tournament_id=tournament,
            counts=decision.counts,
            weight=decision.weight,
        )
        return True
    if (row.counts, row.weight) == wanted:
        return False
    row.counts, row.weight = wanted
    row.save()
    return True


def sign_up(*, of: Season, players: Iterable[int], by: User | None) -> int:
    """Take players into a season for which one signs up; return how many are new to it.

    Raises SEASON_CLOSED.
    """
    with transaction.atomic():
        locked = _locked(of)
        inside = SeasonMember.objects.filter(season=locked).values_list(
            "player", flat=True
        )
        added = sorted({*players}.difference(inside))
        SeasonMember.objects.bulk_create(
            SeasonMember(season=locked, player_id=pk) for pk in added
        )
        if added:
            _bump(locked)
            journal.record_act(
                act="season_signed_up", by=by, name=locked.name, count=len(added)
            )
    return len(added)


def sign_off(*, of: Season, player: Player, by: User | None) -> bool:
    """Take a player out of a season; the results stay and count again with a sign-up.

    Raises SEASON_CLOSED.
    """
    with transaction.atomic():
        locked = _locked(of)
        gone, _rows = SeasonMember.objects.filter(season=locked, player=player).delete()
        if gone:
            _bump(locked)
            journal.record_act(
                act="season_signed_off", by=by, name=locked.name, player=player.name
            )
    return bool(gone)


def close_season(*, of: Season, known: str, by: User | None) -> SeasonClosing:
    """Close a season with its table as it is now; `known` is the digest that was shown.

    Of two directors who close it at once the second one changes nothing. If results
    were corrected since it was closed, it is closed anew with the new table.

    Raises SEASON_EMPTY, SEASON_RUNNING, TABLE_CHANGED.
    """
    with transaction.atomic():
        locked = Season.objects.live().select_for_update().get(pk=of.pk)
        state = state_of(locked)
        if state.running:
            names = [str(one.tournament.name[:]) for one in state.running]
            raise SEASON_RUNNING(names=", ".join(names))
        if not any(line.place for line in state.lines):
            raise SEASON_EMPTY()
        digest = digest_of(state.lines)
        before = closing_of(locked)
        # Closed with this very table already: the second of two directors who close at
        # once.
        if before is not None and before.digest == digest:
            return before
        if digest != known:
            raise TABLE_CHANGED()
        now = timezone.now()
        if before is not None:
            SeasonClosing.objects.filter(pk=before.pk).update(reopened_at=now)
        closing = SeasonClosing.objects.create(
            season=locked, digest=digest, at=now, by=by
        )
        rows = standings(state.lines)
        SeasonPlace.objects.bulk_create(
            _kept(closing, number, row.line) for number, row in enumerate(rows, start=1)
        )
        locked.closed_at = now
        locked.save(update_fields=["closed_at"])
        _bump(locked)
        journal.record_act(act="season_closed", by=by, name=locked.name)
    return closing


def _kept(closing: SeasonClosing, number: int, line: ScoredLine) -> SeasonPlace:
    def pairs(results: Iterable[EveningResult]) -> list[tuple[int, int]]:
        return [(result.order[1], result.points) for result in results]

    return SeasonPlace(
        closing=closing,
        row=number,
        player_id=line.player,
        place=line.place,
        shared=line.shared,
        points=line.points,
        carried=line.carried,
        counted=pairs(line.counted),
        dropped=pairs(line.dropped),
    )


def reopen_season(*, of: Season, by: User | None) -> bool:
    """Undo closing; return False if the season is open."""
    with transaction.atomic():
        locked = Season.objects.live().select_for_update().get(pk=of.pk)
        if not locked.is_closed:
            return False
        SeasonClosing.objects.filter(season=locked, reopened_at=None).update(
            reopened_at=timezone.now()
        )
        locked.closed_at = None
        locked.save(update_fields=["closed_at"])
        _bump(locked)
        journal.record_act(act="season_reopened", by=by, name=locked.name)
    return True


def close_again(*, of: Season, by: User | None) -> bool:
    """Undo reopening: the season is closed with the table that it had; else False."""
    with transaction.atomic():
        locked = Season.objects.live().select_for_update().get(pk=of.pk)
        last = SeasonClosing.objects.filter(season=locked).first()
        if locked.is_closed or last is None:
            return False
        SeasonClosing.objects.filter(pk=last.pk).update(reopened_at=None)
        locked.closed_at = last.at
        locked.save(update_fields=["closed_at"])
        _bump(locked)
        journal.record_act(act="season_closed", by=by, name=locked.name)
    return True


def remove_season(*, of: Season, by: User | None) -> None:
    """Remove a season: it is hidden from everybody, and it can be restored."""
    with transaction.atomic():
        rows = Season.objects.live().filter(pk=of.pk)
        if rows.update(removed_at=timezone.now(), revision=F("revision") + 1):
            renew()
            journal.record_act(act="season_removed", by=by, name=of.name)


def restore_season(*, of: Season, by: User | None) -> None:
    """Restore a removed season."""
    with transaction.atomic():
        rows = Season.objects.removed().filter(pk=of.pk)
        if rows.update(removed_at=None, revision=F("revision") + 1):
            renew()
            journal.record_act(act="season_restored", by=by, name=of.name)


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

    Those of the table in force: of a closed season as it was closed.

    Raises DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING, OTHER_ACT.
    """
    state = state_of(of)
    share = percent * UNIT // 100
    carried = {
        line.player: rounded(line.points, share) for line in lines_in_force(state)
    }
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
    rules = rules_of(of)
    first = date.fromordinal((of.to_day or timezone.localdate()).toordinal() + 1)
    last = None
    if of.to_day is not None:
        is_year = (first.month, first.day) == (of.from_day.month, of.from_day.day)
        last = (
            first.replace(year=first.year + 1) - timedelta(days=1)
            if is_year
            else first + (of.to_day - of.from_day)
        )
    name = _later_name(rules.name, of.from_day.year, first.year)
    values = {one.name: getattr(rules, one.name) for one in fields(rules)}
    return SeasonRules(**{**values, "name": name, "from_day": first, "to_day": last})


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
    *, of: Season, plan: FinalPlan, by: User | None, op: str = ""
) -> Tournament:
    """Make the final of a season as a tournament, with entries in the season's order.

    The final does not count in the season. Sent twice, it returns the same tournament.

    Raises FEW_FINALISTS, FINAL_THERE.
    """
    if len(plan.players) < 2:  # noqa: PLR2004 - a match
        raise FEW_FINALISTS()
    with transaction.atomic():
        locked = Season.objects.live().select_for_update().get(pk=of.pk)
        there = final_of(locked)
        if there is not None:
            if op and form_keys.content_of(op) == f"tournament {there.slug}":
                return there
            raise FINAL_THERE(name=there.name)
        made = create_tournament(
            plan=TournamentPlan(
                name=plan.name,
                date=plan.date,
                language=plan.language,
                format=FINAL_FORMAT,
                match_length=plan.match_length,
                rounds=1,
            ),
            by=by,
            op=op,
        )
        known = {
            player.pk: player for player in Player.objects.filter(pk__in=plan.players)
        }
        add_entries(
            tournament=made,
            known=[known[pk] for pk in plan.players if pk in known],
            new=(),
            here=False,
            by=by,
        )
        locked.final = made
        locked.save(update_fields=["final"])
        _bump(locked)
        journal.record_act(
            act="season_final_made",
            by=by,
            name=locked.name,
            count=len(plan.players),
        )
    return made


def _locked(of: Season) -> Season:
    """Lock the row of a season that is open. Raises SEASON_CLOSED."""
    locked = Season.objects.live().select_for_update().get(pk=of.pk)
    if locked.is_closed:
        raise SEASON_CLOSED()
    return locked


def _bump(of: Season) -> None:
    Season.objects.filter(pk=of.pk).update(revision=F("revision") + 1)
    renew()


def _free_key(name: str) -> str:
    """Return an address for a season that no other has."""
    stem = slugify(name, allow_unicode=True)[:40].strip("-") or "season"
    taken = set(
        Season.objects.filter(key__startswith=stem).values_list("key", flat=True)
    )
    taken |= _RESERVED
    number, key = 1, stem
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key


def both_placed(one: Player, other: Player) -> list[str]:
    """Return the seasons in which both players have points or a final place."""
    in_force = SeasonPlace.objects.filter(closing__reopened_at__isnull=True)
    both: set[int] = set()
    for rows, column in (
        (SeasonCarried.objects.all(), "season_id"),
        (in_force, "closing__season_id"),
    ):
        of_one, of_other = (
            set(rows.filter(player=player).values_list(column, flat=True))
            for player in (one, other)
        )
        both |= of_one & of_other
    names = Season.objects.filter(pk__in=both).order_by("pk")
    return [str(name) for name in names.values_list("name", flat=True)]
