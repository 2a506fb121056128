"""Creating, changing, closing and deleting tournaments."""

from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - `date` is an argument here
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from matches import journal
from matches.models import Match, User
from matches.profiles import DEFAULT, Profile, Reporting
from matches.services.opening import lock_matches, profile_row, unlock_matches
from tournaments.engine import format_named
from tournaments.errors import (
    ResultsMissingError,
    RulesFrozenError,
    TooFewRoundsError,
    TournamentClosedError,
    TournamentStartedError,
)
from tournaments.models import Division, Draw, Job, Pairing, Round, Stage, Tournament
from tournaments.selectors.tournaments import DECIDED, main_stage

SLUG_TRIES: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a director decides when making or changing a tournament."""

    name: str
    date: Date
    language: str
    format: str
    match_length: int
    rounds: int
    lengths: tuple[int, ...] = ()
    profile: Profile = DEFAULT
    reporting: str = Reporting.DIRECTOR
    equity_table: str = ""
    rated: bool = True


def create_tournament(*, plan: Plan, by: User | None) -> Tournament:
    """Make a tournament with one division and one stage."""
    for attempt in range(SLUG_TRIES):
        try:
            return _create(plan, slug=_slug(plan, attempt), by=by)
        except IntegrityError:
            continue
    raise AssertionError(f"no free address for {plan.name!r}")


def change_tournament(*, tournament: Tournament, plan: Plan, by: User | None) -> None:
    """Change name, date and language; length and rounds for what is not yet drawn.

    The rules are frozen once a round is published. Whose reports count may change at
    any time, also for the matches that are open.

    Raises TournamentClosedError, TooFewRoundsError, RulesFrozenError.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        stage = main_stage(held)
        drawn = _rounds_published(stage)
        if plan.rounds < drawn and not format_named(stage.format).is_bracket:
            raise TooFewRoundsError(drawn=drawn)
        _change_division(stage.division, plan, drawn=bool(drawn))
        Tournament.objects.filter(pk=held.pk).update(
            name=plan.name, date=plan.date, language=plan.language
        )
        Stage.objects.filter(pk=stage.pk).update(
            format=stage.format if drawn else plan.format,
            match_length=plan.match_length,
            rounds=plan.rounds,
            lengths=list(plan.lengths),
        )
        bump(held)
        journal.write(
            act="tournament_changed", by=by, subject=held.subject, name=plan.name
        )


def close_tournament(*, tournament: Tournament, by: User | None) -> None:
    """Make the results final: matches are locked, drafts discarded.

    Repeating it changes nothing.

    Raises ResultsMissingError, TournamentClosedError.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if held.is_closed:
            return
        hold_matches(held)
        open_matches = _live_pairings(held).exclude(DECIDED)
        labels = [f"M{pairing.match_number}" for pairing in open_matches]
        if labels:
            raise ResultsMissingError(labels=", ".join(labels))
        drafts = Draw.objects.filter(
            stage__division__tournament=held,
            state__in=(Draw.State.DRAWING, Draw.State.DRAFT),
        )
        Pairing.objects.filter(draw__in=drafts).delete()
        drafts.update(state=Draw.State.DISCARDED)
        lock_matches(_live_pairings(held).values_list("match_id", flat=True))
        Tournament.objects.filter(pk=held.pk).update(closed_at=timezone.now())
        bump(held)
        journal.write(act="tournament_closed", by=by, subject=held.subject)


def reopen_tournament(*, tournament: Tournament, by: User | None) -> None:
    """Undo closing. Repeating it changes nothing."""
    with transaction.atomic():
        reopened = Tournament.objects.filter(
            pk=tournament.pk, closed_at__isnull=False
        ).update(closed_at=None)
        if not reopened:
            return
        unlock_matches(_live_pairings(tournament).values_list("match_id", flat=True))
        bump(tournament)
        journal.write(act="tournament_reopened", by=by, subject=tournament.subject)


def delete_tournament(*, tournament: Tournament, by: User | None) -> None:
    """Delete a tournament of which nothing is public yet.

    Raises TournamentStartedError.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if Pairing.objects.filter(tournament=held, match__isnull=False).exists():
            raise TournamentStartedError
        if Round.objects.filter(stage__division__tournament=held).exists():
            raise TournamentStartedError
        Pairing.objects.filter(tournament=held).delete()
        # Draws go with their jobs: no worker is sent after what is no longer there.
        Job.objects.filter(draw__stage__division__tournament=held).delete()
        journal.write(
            act="tournament_deleted", by=by, subject=held.subject, name=held.name
        )
        held.delete()


def lock_open(tournament: Tournament) -> Tournament:
    """Hold the tournament's row until the transaction ends.

    Everything that changes entries, draws or rounds does this first, so that such acts
    happen one after the other. Raises TournamentClosedError.
    """
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if held.is_closed:
        raise TournamentClosedError
    return held


def hold_matches(tournament: Tournament) -> None:
    """Make whoever records a result wait until this transaction is over."""
    list(
        Match.objects.select_for_update(of=("self",))
        .filter(pairing__tournament=tournament, pairing__draw__round__isnull=False)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def bump(tournament: Tournament) -> None:
    """Let the revision grow: something that pages show has changed."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)


def _create(plan: Plan, *, slug: str, by: User | None) -> Tournament:
    with transaction.atomic():
        tournament = Tournament.objects.create(
            slug=slug,
            name=plan.name,
            date=plan.date,
            language=plan.language,
            created_by=by,
        )
        Stage.objects.create(
            division=Division.objects.create(
                tournament=tournament,
                profile=profile_row(plan.profile),
                reporting=plan.reporting,
                equity_table=plan.equity_table,
                rated=plan.rated,
            ),
            format=plan.format,
            match_length=plan.match_length,
            rounds=plan.rounds,
            lengths=list(plan.lengths),
        )
        journal.write(
            act="tournament_created", by=by, subject=tournament.subject, name=plan.name
        )
    return tournament


def _change_division(division: Division, plan: Plan, *, drawn: bool) -> None:
    """Change what a division plays by, and what its open matches tell.

    Raises RulesFrozenError.
    """
    # By value: a row of an older version reads the same and has another digest.
    is_same = plan.profile == division.profile.profile
    if drawn and not is_same:
        raise RulesFrozenError
    profile = division.profile if is_same else profile_row(plan.profile)
    Division.objects.filter(pk=division.pk).update(
        profile=profile,
        reporting=plan.reporting,
        equity_table=plan.equity_table,
        rated=plan.rated,
    )
    told = {
        "reporting": plan.reporting,
        "equity_table": plan.equity_table,
        "rated": plan.rated,
    }
    if all(getattr(division, name) == value for name, value in told.items()):
        return
    Match.objects.filter(
        pairing__draw__stage__division=division, locked_at__isnull=True
    ).exclude(state=Match.State.DONE).update(**told, revision=F("revision") + 1)


def _slug(plan: Plan, attempt: int) -> str:
    stem = slugify(plan.name, allow_unicode=True)[:40].strip("-") or "tournament"
    dated = f"{stem}-{plan.date:%Y-%m-%d}"
    return dated if attempt == 0 else f"{dated}-{attempt + 1}"


def _rounds_published(stage: Stage) -> int:
    newest = Round.objects.filter(stage=stage).aggregate(newest=Max("number"))
    return newest["newest"] or 0


def _live_pairings(tournament: Tournament) -> QuerySet[Pairing]:
    return Pairing.objects.filter(
        tournament=tournament, draw__round__isnull=False, match__isnull=False
    ).exclude(match__state=Match.State.VOID)
