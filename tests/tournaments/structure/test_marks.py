"""The mark of a tournament: nothing kept from before a restore is found again."""

import pytest
from django.test import Client

from matches.web import cache_generation
from tests import builders
from tournaments.models import Tournament
from tournaments.structure.queries import mark_at

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("page", ["", "entries/", "rounds/1/", "standings/"])
def test_a_restored_database_with_the_same_fingerprint_is_shown(page: str) -> None:
    cache_generation.renew()
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    path = f"/tournaments/{evening.slug}/{page}"
    phone = Client()
    seen = phone.get(path).context["page"].mark.text
    assert phone.get(f"{path}?f={seen}", headers=HTMX).status_code == 204
    # As after a restore: other facts, and revisions that came to the same number.
    before = mark_at(evening.slug)
    Tournament.objects.filter(pk=evening.pk).update(name="Den anden aften")
    cache_generation.renew()
    after = mark_at(evening.slug)
    assert before.fingerprint == after.fingerprint
    answer = phone.get(f"{path}?f={seen}", headers=HTMX)
    assert answer.status_code == 200
    assert "Den anden aften" in phone.get(path).content.decode()


def test_every_generation_is_another() -> None:
    assert len({cache_generation.renew() for _ in range(5)}) == 5
