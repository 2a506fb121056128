"""What a phone keeps for a time without a network."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_worker_is_sent_from_above_all_pages_and_asked_for_anew():
    answer = Client().get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert b"addEventListener" in answer.content
    assert 'data-worker="/worker.js"' in Client().get("/").content.decode()


def test_the_page_in_place_of_another_says_so_and_stays_out_of_indexes():
    page = Client().get("/offline/").content.decode()
    assert "No connection" in page
    assert '<meta name="robots" content="noindex">' in page
