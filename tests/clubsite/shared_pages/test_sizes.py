"""What public pages cost: queries, bytes of a page, bytes of one changed score."""

import pytest
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks import fields
from matches.models import Match
from tests.phones import Phone, shared_pages

pytestmark = pytest.mark.django_db
SIZES = (8, 64, 512)
# Queries, then compressed bytes of the whole page: so many, and so many a player.
PAGES = {
    "": (10, 4500, 45),
    "entries/": (9, 4500, 30),
    "rounds/2/": (8, 4500, 35),
    "standings/": (8, 4500, 45),
    "rules/": (6, 6000, 0),
    "draws/": (8, 5000, 0),
}
ONE_RESULT = {"": 1000, "entries/": 300, "rounds/2/": 700}
"""Compressed bytes that a phone gets when one result came in, for any field."""


@pytest.fixture(scope="module")
def slugs(kept: None) -> dict[int, str]:
    return {
        size: fields.store(players=size, rounds=2, planned=9).slug for size in SIZES
    }


@pytest.mark.parametrize("page", PAGES)
def test_queries_and_bytes_of_a_page(slugs: dict[int, str], page: str) -> None:
    queries, fixed, each = PAGES[page]
    taken = []
    for size, slug in slugs.items():
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            phone = Phone(WSGIHandler())
            phone.get(f"/tournaments/{slug}/{page}")
        taken.append(len(captured))
        answer = Phone(shared_pages()).get(f"/tournaments/{slug}/{page}")
        assert len(answer.sent) <= fixed + each * size, (size, len(answer.sent))
    assert taken[0] == taken[1] == taken[2] <= queries


@pytest.mark.parametrize("page", ["", "entries/", "rounds/2/", "standings/"])
def test_an_answer_from_memory_asks_nothing(slugs: dict[int, str], page: str) -> None:
    phone, path = Phone(shared_pages()), f"/tournaments/{slugs[8]}/{page}"
    poll = phone.get(path).poll
    phone.poll(path)
    with CaptureQueriesContext(connection) as captured:
        assert phone.get(path).status == 200
        assert phone.poll(path).status == 200
        assert phone.poll(poll).status == 204
    assert len(captured) == 0
    phone.ask("POST", "/nothing/")
    with CaptureQueriesContext(connection) as captured:
        for _ in range(5):
            assert phone.poll(poll).status == 204
    assert len([one for one in captured if "revision" in one["sql"]]) == 1


@pytest.mark.parametrize("page", ONE_RESULT)
def test_one_result_is_a_short_answer(slugs: dict[int, str], page: str) -> None:
    for size, slug in slugs.items():
        phone, path = Phone(shared_pages()), f"/tournaments/{slug}/{page}"
        poll = phone.get(path).poll
        match = Match.objects.filter(pairing__tournament__slug=slug).latest("pk")
        changed = Match.objects.filter(pk=match.pk)
        changed.update(
            score_1=match.score_2, score_2=match.score_1, winner=3 - match.winner
        )
        changed.update(revision=match.revision + 1)
        phone.ask("POST", "/nothing/")
        answer = phone.poll(poll)
        assert answer.status == 200
        whole = len(phone.poll(path).sent)
        assert len(answer.sent) <= min(ONE_RESULT[page], whole), (size, whole)
