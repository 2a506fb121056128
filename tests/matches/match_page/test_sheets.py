"""A new code for a score sheet, and a phone that is taken away from one."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.ledger import adjust as services
from matches.ledger import reporter
from matches.ledger.club_matches import cancel_matches, lock_matches
from matches.models import FormerSheetCode, JournalEntry, Match, Report
from tests import builders
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return builders.match(7, reporting="agree")


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def at_sheet(match, side):
    client = Client()
    client.post(f"/s/{match.sheet_code}/", {"side": side})
    return client


def report(phone, match, side=1):
    answer = phone.post(f"/m/{match.code}/final/", {"winner": side, "points": 3})
    return answer.status_code


def now(match):
    return Match.objects.get(pk=match.pk)


def device(phone):
    return str(phone.session["device"])


def renew(ada, match):
    ada.post(f"/m/{match.code}/sheet/renew/", {"known": match.sheet_code})


def test_who_sits_there_is_on_the_page(match, ada):
    phones = [at_sheet(match, 1), at_sheet(match, 2), at_sheet(match, 1)]
    page = ada.get(f"/m/{match.code}/").content.decode()
    for phone in phones:
        assert f'value="{device(phone)}"' in page
    found = [(seat.device, int(seat.side)) for seat in reporter.seats_at(now(match))]
    assert found == [
        (device(phone), side) for phone, side in zip(phones, (1, 2, 1), strict=True)
    ]
    assert 'id="sheet"' not in phones[0].get(f"/m/{match.code}/").content.decode()


def test_a_phone_at_the_other_side(match):
    phone = at_sheet(match, 1)
    phone.post(f"/s/{match.sheet_code}/", {"side": 2})
    [seat] = reporter.seats_at(now(match))
    assert (seat.device, int(seat.side)) == (device(phone), 2)


def test_a_wrong_seat_is_removed(match, ada):
    wrong, right = at_sheet(match, 1), at_sheet(match, 2)
    before = now(match).revision
    ada.post(f"/m/{match.code}/sheet/remove/", {"device": device(wrong)})
    assert now(match).revision == before + 1
    assert report(wrong, match) == 403
    assert not Report.objects.exists()
    assert report(right, match, 2) == 302
    assert JournalEntry.objects.filter(act="seat_removed").count() == 1
    # By the same code it can come back.
    wrong.post(f"/s/{match.sheet_code}/", {"side": 1})
    assert len(reporter.seats_at(now(match))) == 2


def test_a_new_code_ends_the_old_one(match, ada):
    phone, old = at_sheet(match, 1), match.sheet_code
    renew(ada, match)
    new = now(match).sheet_code
    assert new != old
    assert report(phone, match) == 403
    assert phone.get(f"/m/{match.code}/").status_code == 200
    for other in (phone, Client()):
        assert other.get(f"/s/{old}/").status_code == 410
        assert other.post(f"/s/{old}/", {"side": 1}).status_code == 410
        assert other.get(f"/s/{old.lower()}/").status_code == 410
    assert Client().get("/m/", {"code": old})["Location"] == f"/s/{old}/"
    phone.post(f"/s/{new}/", {"side": 1})
    assert report(phone, match) == 302
    assert JournalEntry.objects.filter(act="sheet_renewed").count() == 1


def test_an_old_code_is_no_wrong_guess(match, ada):
    old = match.sheet_code
    renew(ada, match)
    phone = Client()
    for _ in range(70):
        assert phone.get(f"/s/{old}/").status_code == 410


def test_what_was_reported_stays(match, ada):
    phone = at_sheet(match, 1)
    report(phone, match)
    renew(ada, match)
    assert now(match).state == Match.State.REPORTED
    assert Report.objects.get().device == device(phone)


def test_pressed_twice_it_is_renewed_once(match, ada):
    renew(ada, match)
    once = now(match).sheet_code
    renew(ada, match)
    assert now(match).sheet_code == once
    assert FormerSheetCode.objects.count() == 1


def test_nobody_else_may(match):
    phone = at_sheet(match, 1)
    known = {"known": match.sheet_code, "device": device(phone)}
    for client in (phone, Client(), builders.signed_in(builders.reader())):
        for act in ("renew", "remove"):
            answer = client.post(f"/m/{match.code}/sheet/{act}/", known)
            assert answer.status_code in {302, 403}
    assert now(match).sheet_code == match.sheet_code
    assert len(reporter.seats_at(now(match))) == 1


@pytest.mark.parametrize("end", [lock_matches, cancel_matches])
def test_not_when_it_is_over(match, ada, end):
    phone = at_sheet(match, 1)
    end([match.pk])
    for act in ("renew", "remove"):
        known = {"known": match.sheet_code, "device": device(phone)}
        answer = ada.post(f"/m/{match.code}/sheet/{act}/", known)
        assert answer.status_code == 422
        assert codes_of(answer)
    assert now(match).sheet_code == match.sheet_code


def test_the_first_of_many_phones_stands_up(match, monkeypatch):
    monkeypatch.setattr(reporter, "_MOST_SEATS", 2)
    first = at_sheet(match, 1)
    Match.objects.update(
        seats={
            device(first): {
                "side": 1,
                "at": (timezone.now() - timedelta(hours=1)).isoformat(),
            }
        }
    )
    at_sheet(match, 1)
    at_sheet(match, 2)
    assert device(first) not in [seat.device for seat in reporter.seats_at(now(match))]


def test_a_seat_that_is_gone_already(match):
    done = services.remove_seat(match_id=match.pk, device="ZZZZ", by=None)
    assert not done.changed


def test_another_phone_is_a_stranger(match):
    """A session that says it sits there is believed only where the match lists it."""
    phone = Client()
    session = phone.session
    session.update({"sheets": {match.sheet_code: 1}, "device": "AAAA"})
    session.save()
    assert report(phone, match) == 403


def test_the_print_centre_asks_for_the_sheet_again(ada):
    evening = builders.evening(reporting="agree")
    published = builders.published_round(evening)
    page = f"/desk/{evening.slug}/print/"
    ada.post(page, {"paper": f"score-sheets {evening.slug}/1/1 all", "op": "a"})
    assert ' news"' not in ada.get(page).content.decode()
    renew(ada, builders.matches(published)[0])
    assert ' news"' in ada.get(page).content.decode()
