"""Score sheets as PDF: asked for, made by a worker, kept until something changes."""

import hashlib
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.rules import MatchRules
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.rounds.rows import rounds_planned
from tournaments.score_sheets import SheetValues, Side, score_sheets
from tournaments.score_sheets.models import Printout

CIRCLED: Final = (1, 2, 4, 8, 16)
DIGEST_BYTES = 7


def current_sheets(published: Round) -> Printout | None:
    """Return the printout that shows what is true now, made or not; None if none."""
    return _printout(published.draw, _digest(_sheets(published)))


def request_sheets(*, published: Round, again: bool = False) -> Printout:
    """Return the printout of a round's score sheets, queueing it if it is missing.

    The same round with the same names, tables and lengths is made once; one that
    could not be made is tried `again` only when asked.
    """
    basis = _digest(_sheets(published))
    found = _printout(published.draw, basis)
    failed = found is not None and found.job.state == Job.State.FAILED
    if found is not None and not (failed and again):
        return found
    try:
        return _queue(published.draw, basis)
    except IntegrityError:
        return Printout.objects.get(draw=published.draw, basis=basis)


def make_sheets(job: Job) -> None:
    """Render the score sheets that `job` is for, outside any transaction.

    Raises LostClaimError; PrintingUnavailableError: a system library is missing.
    """
    printout = Printout.objects.select_related(
        "draw__round__stage__division__tournament"
    ).get(job=job)
    sheets = _sheets(printout.draw.round)
    content = score_sheets(sheets)
    with transaction.atomic():
        jobs_queue.finish(job)
        Printout.objects.filter(pk=printout.pk).update(
            content=content, made_at=timezone.now()
        )


def _printout(draw: Draw, basis: int) -> Printout | None:
    return Printout.objects.filter(draw=draw, basis=basis).select_related("job").first()


def _queue(draw: Draw, basis: int) -> Printout:
    """Queue a printout; what was printed of this draw before goes with its job."""
    with transaction.atomic():
        Job.objects.filter(
            printout__draw=draw, state__in=(Job.State.DONE, Job.State.FAILED)
        ).delete()
        job = Job.objects.create(kind="sheets", key=f"sheets:{draw.pk}:{basis:x}")
        return Printout.objects.create(draw=draw, job=job, basis=basis)


def _sheets(published: Round) -> list[SheetValues]:
    stage = published.stage
    tournament = stage.division.tournament
    pairings = (
        Pairing.objects.with_match()
        .filter(draw=published.draw_id)
        .select_related("match__player_1", "match__player_2", "match__profile", "stage")
    )
    printed = timezone.localtime()
    rounds = rounds_planned(stage)
    return [
        SheetValues(
            tournament=tournament.name,
            division=stage.division.name,
            stage=pairing.stage.name,
            round_number=pairing.round_number,
            rounds=rounds,
            date=tournament.date,
            length=pairing.match.length,
            table=pairing.table,
            match_number=pairing.match_number or 0,
            code=pairing.match.sheet_code,
            url=f"{settings.SITE_URL}/s/{pairing.match.sheet_code}/",
            one=Side(pairing.match.player_1.name, pairing.match.player_1.club),
            two=Side(pairing.match.player_2.name, pairing.match.player_2.club),
            crawford=_has_crawford(pairing.match.rules),
            cube_values=_cube_values(pairing.match.rules),
            start=(pairing.match.start_1, pairing.match.start_2),
            printed_at=printed,
            draw_number=published.draw.number,
            language=tournament.language,
        )
        for pairing in pairings
        if pairing.match is not None
    ]


def _has_crawford(rules: MatchRules) -> bool:
    """Without a cube there is nothing that the Crawford game could forbid."""
    return rules.crawford and rules.highest_cube > 1


def _cube_values(rules: MatchRules) -> tuple[int, ...]:
    """The values to circle: those of the usual sheet that the cube can show."""
    return tuple(value for value in CIRCLED if value <= rules.highest_cube)


def _digest(sheets: Sequence[SheetValues]) -> int:
    """A number that differs when anything on the sheets does, the print time aside."""
    shown = [
        (
            sheet.tournament,
            sheet.division,
            sheet.stage,
            sheet.round_number,
            sheet.rounds,
            sheet.date.isoformat(),
            sheet.length,
            sheet.table,
            sheet.match_number,
            sheet.url,
            (sheet.one.name, sheet.one.club, sheet.two.name, sheet.two.club),
            sheet.crawford,
            sheet.cube_values,
            sheet.start,
            sheet.draw_number,
            sheet.language,
        )
        for sheet in sheets
    ]
    digest = hashlib.sha256(repr(shown).encode()).digest()
    return int.from_bytes(digest[:DIGEST_BYTES], "big")
