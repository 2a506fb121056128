"""Numbers that phones send for an announced draw."""

from hashlib import sha256

from django.db import IntegrityError, transaction

from tournaments.draws.errors import NUMBER_SENT, NUMBERS_CLOSED, NUMBERS_FULL
from tournaments.engine.record.proof_fields import MOST_NUMBERS
from tournaments.rounds.draw_announcements import SentNumber
from tournaments.rounds.models import Draw
from tournaments.structure.locking import lock_open


def send_number(draw: Draw, *, phone: str, number: int) -> SentNumber:
    """Add the number of a phone to an announced draw, before its announced time.

    `phone` is the random mark of a browser.

    Raises TOURNAMENT_CLOSED, NUMBERS_CLOSED, NUMBER_SENT, NUMBERS_FULL.
    """
    try:
        with transaction.atomic():
            lock_open(draw.stage.division.tournament)
            found = Draw.objects.select_related("announcement").get(pk=draw.pk)
            announcement = found.announcement
            if announcement is None or found.state != Draw.State.ANNOUNCED:
                raise NUMBERS_CLOSED()
            if not announcement.is_collecting:
                raise NUMBERS_CLOSED()
            if announcement.numbers.count() >= MOST_NUMBERS:
                raise NUMBERS_FULL()
            return SentNumber.objects.create(
                announcement=announcement, phone=_hashed(phone), number=number
            )
    # A phone sends one number for a draw, also if it is tapped twice.
    except IntegrityError:
        raise NUMBER_SENT() from None


def number_of(draw: Draw, phone: str) -> int | None:
    """Return the number that a phone has sent for a draw, else None. One query."""
    if draw.announcement is None or not phone:
        return None
    rows = draw.announcement.numbers.filter(phone=_hashed(phone))
    return rows.values_list("number", flat=True).first()


def numbers_of(draw: Draw) -> list[int]:
    """Return all numbers sent for a draw, in the order in which they came."""
    if draw.announcement is None:
        return []
    return list(draw.announcement.numbers.values_list("number", flat=True))


def _hashed(phone: str) -> str:
    return sha256(phone.encode()).hexdigest()
