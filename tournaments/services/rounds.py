"""Publishing a draw as a round, and taking a round back."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches import journal
from matches.models import Match, User
from matches.services.opening import (
    NewMatch,
    Terms,
    cancel_matches,
    open_matches,
)
from tournaments.errors import (
    DraftChangedError,
    DrawGoneError,
    DrawOutdatedError,
    ReasonNeededError,
    RoundHasResultsError,
    RoundNotLastError,
)
from tournaments.models import Draw, Entry, Pairing, Round, Stage, Tournament
from tournaments.selectors.tournaments import fingerprint
from tournaments.services.tournaments import bump, hold_matches, lock_open


@dataclass(frozen=True, slots=True)
class Published:
    """A published round, and whether this act published it (a repeat does not)."""

    round: Round
    changed: bool


def publish_round(
    *, draw_id: int, tournament: Tournament, swaps: int = 0, by: User | None
) -> Published:
    """Make a draft public: its matches are opened and get their numbers and codes.

    `swaps` is how many swaps the director had seen in it.

    Raises TournamentClosedError; DrawGoneError: it is no draft any more;
    DraftChangedError: somebody swapped players since;
    DrawOutdatedError: an entry or a result changed after it was made.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        draw = _draw_of(draw_id, held)
        if draw.state == Draw.State.PUBLISHED:
            return Published(draw.round, changed=False)
        if draw.state != Draw.State.DRAFT:
            raise DrawGoneError
        if len(draw.swaps) != swaps:
            raise DraftChangedError
        hold_matches(held)
        if fingerprint(held.pk) != draw.basis:
            raise DrawOutdatedError
        published = Round.objects.create(
            stage=draw.stage, number=draw.round_number, draw=draw
        )
        Draw.objects.filter(pk=draw.pk).update(
            state=Draw.State.PUBLISHED, published_at=timezone.now()
        )
        _give_lots(draw)
        _open(draw, held)
        bump(held)
        journal.write(
            act="round_published",
            by=by,
            subject=held.subject,
            round=draw.round_number,
            number=draw.number,
        )
    return Published(published, changed=True)


def take_back_round(
    *, round_number: int, tournament: Tournament, reason: str, by: User | None
) -> None:
    """Withdraw the last round while nothing of it has been played.

    Its matches are cancelled, their codes stop working; the draw stays on record.

    Raises TournamentClosedError, ReasonNeededError, RoundNotLastError,
    RoundHasResultsError.
    """
    if not reason:
        raise ReasonNeededError
    with transaction.atomic():
        held = lock_open(tournament)
        taken = _last_round(held, round_number)
        draw = taken.draw
        hold_matches(held)
        _refuse_played(draw)
        cancel_matches(
            draw.pairings.filter(match__isnull=False).values_list("match_id", flat=True)
        )
        taken.delete()
        _discard_drafts(draw)
        Draw.objects.filter(pk=draw.pk).update(
            state=Draw.State.WITHDRAWN,
            reason=f"{draw.reason} {reason}".strip()[:200],
        )
        Entry.objects.filter(
            division=draw.stage.division_id,
            number__in=[int(number) for number in draw.record.get("lots", {})],
        ).update(lot=None)
        # Who came late for this round is in time for it now.
        Entry.objects.filter(
            division=draw.stage.division_id, joined_round__gt=round_number
        ).update(joined_round=round_number)
        bump(held)
        journal.write(
            act="round_taken_back",
            by=by,
            subject=held.subject,
            round=round_number,
            reason=reason,
        )


def _draw_of(draw_id: int, tournament: Tournament) -> Draw:
    draw = (
        Draw.objects.select_related("stage__division__profile")
        .filter(pk=draw_id, stage__division__tournament=tournament)
        .first()
    )
    if draw is None:
        raise DrawGoneError
    return draw


def _give_lots(draw: Draw) -> None:
    lots = {int(number): lot for number, lot in draw.record.get("lots", {}).items()}
    entries = list(
        Entry.objects.filter(division=draw.stage.division_id, number__in=lots)
    )
    for entry in entries:
        entry.lot = lots[entry.number]
    Entry.objects.bulk_update(entries, ["lot"])


def _terms(stage: Stage, round_number: int) -> Terms:
    division = stage.division
    return Terms(
        length=stage.length_of(round_number),
        profile=division.profile,
        reporting=division.reporting,
        rated=division.rated,
        equity_table=division.equity_table,
    )


def _open(draw: Draw, tournament: Tournament) -> None:
    """Open a match for every pairing of two, numbered on in table order."""
    pairings = [
        pairing
        for pairing in draw.pairings.select_related("entry_1", "entry_2")
        if pairing.entry_2 is not None
    ]
    matches = open_matches(
        new=[
            NewMatch(pairing.entry_1.player_id, pairing.entry_2.player_id)
            for pairing in pairings
            if pairing.entry_2 is not None
        ],
        terms=_terms(draw.stage, draw.round_number),
    )
    last = Pairing.objects.filter(tournament=tournament).aggregate(
        last=Max("match_number")
    )
    for number, (pairing, match) in enumerate(
        zip(pairings, matches, strict=True), start=(last["last"] or 0) + 1
    ):
        pairing.match = match
        pairing.match_number = number
    Pairing.objects.bulk_update(pairings, ["match", "match_number"])


def _last_round(tournament: Tournament, round_number: int) -> Round:
    newest = (
        Round.objects.filter(stage__division__tournament=tournament)
        .select_related("draw__stage__division")
        .order_by("-number")
        .first()
    )
    if newest is None or newest.number != round_number:
        raise RoundNotLastError
    return newest


def _refuse_played(draw: Draw) -> None:
    played = (
        draw.pairings.filter(match__isnull=False)
        .exclude(match__state=Match.State.READY)
        .values_list("match_number", flat=True)
    )
    labels = [f"M{number}" for number in played]
    if labels:
        raise RoundHasResultsError(labels=", ".join(labels))


def _discard_drafts(draw: Draw) -> None:
    """A draft of the following round rests on the round that is taken back."""
    following = Draw.objects.filter(
        stage=draw.stage, state__in=(Draw.State.DRAWING, Draw.State.DRAFT)
    )
    Pairing.objects.filter(draw__in=following).delete()
    following.update(state=Draw.State.DISCARDED)
