"""A draw with a number of drand: announced, pasted, checked by all three verifiers."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from matches.jobs.tasks import run_job
from tests import builders
from tests.tournaments.draws import tampering
from tests.tournaments.engine.record.documents import bound, stage
from tests.tournaments.engine.record.test_drand import ROUND, SIGNATURE, SIGNATURES
from tournaments.draws.announce import written
from tournaments.draws.errors import BEACON_OTHER, BEACON_TO_COME
from tournaments.draws.record import draw_document
from tournaments.engine.record.checking import check_document
from tournaments.engine.record.proof_checks import DRAND_KNOWN, DRAND_OTHER, DRAND_SAME
from tournaments.models import Draw
from tournaments.rounds.draw_announcements import DrawAnnouncement

PUBLISHED = datetime.fromtimestamp(ROUND.seconds, UTC)
BEFORE = PUBLISHED - timedelta(minutes=3, seconds=1)


def record(*, signature: str = SIGNATURE, made: str = written(BEFORE)):
    parts = {"dice": "53-66-41-22-11-64", "public": signature, "secret": "1" * 32}
    told = {"public": ROUND.name, "made": made}
    return bound(stage("swiss", 6), parts=parts, told=told)


def said(document) -> set[object]:
    return {step.note.message for step in check_document(document).steps}


def test_the_right_number_is_proven_by_all_three():
    assert tampering.outcomes([record()]) == {
        "browser": ["same"],
        "command": ["same"],
        "file": ["0"],
    }
    assert DRAND_SAME in said(record())


def test_another_number_is_found_by_browser_and_command():
    """The seed is joined from it, so only the signature tells."""
    other = record(signature=SIGNATURES[123])
    assert tampering.outcomes([other]) == {
        "browser": ["different"],
        "command": ["different"],
        "file": ["0"],
    }
    assert DRAND_OTHER in said(other)


def test_a_number_that_was_known_is_found_by_all_three():
    known = record(made=ROUND.time)
    assert tampering.outcomes([known]) == {
        "browser": ["different"],
        "command": ["different"],
        "file": ["1"],
    }
    assert DRAND_KNOWN in said(known)


@pytest.mark.django_db
def test_a_director_announces_a_round_and_pastes_what_drand_shows(monkeypatch):
    now = [BEFORE]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    evening = builders.evening()
    client = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/draw/"
    chosen = {"announce": "1", "chosen": "1", "with_beacon": "1"}
    for wrong in (
        {"beacon_minutes": "0"},
        {"with_public": "1", "public_name": "Lotto of Saturday"},
    ):
        assert client.post(path, chosen | wrong).status_code == 422
    assert not Draw.objects.exists()
    for _click in range(2):
        client.post(path, chosen | {"beacon_minutes": "3"})
    told = DrawAnnouncement.objects.get().content
    assert told["sources"] == ["public", "secret"]
    assert told["public"] == ROUND.name
    shown = client.get(path).content.decode()
    assert ROUND.address in shown
    wrong_one = {"public": SIGNATURES[123]}
    early = client.post(path, wrong_one)
    assert early.status_code == 422
    at = timezone.localtime(PUBLISHED).strftime("%H:%M:%S")
    assert str(BEACON_TO_COME(time=at)) in early.content.decode()
    now[0] = PUBLISHED
    late = client.post(path, wrong_one)
    assert late.status_code == 422
    assert str(BEACON_OTHER(round=1000)) in late.content.decode()
    client.post(path, {"public": f'{{"round":1000,"signature":"{SIGNATURE}"}}'})
    draw = Draw.objects.get()
    assert draw.parts["public"] == SIGNATURE
    run_job(draw.job_id)
    draw.refresh_from_db()
    document = draw_document(draw)
    assert check_document(document).is_same
    assert DRAND_SAME in said(document)
