"""The mark of a tournament: nothing kept from before a restore is found again."""

from datetime import date

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.test import Client

from matches.web import models
from tests import builders
from tournaments.models import Draw, Tournament
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, make_season
from tournaments.structure.marks import mark_at

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("page", ["", "entries/", "rounds/1/", "standings/"])
def test_a_restored_database_with_the_same_fingerprint_is_shown(page: str) -> None:
    models.renew()
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    path = f"/tournaments/{evening.slug}/{page}"
    phone = Client()
    seen = phone.get(path).context["page"].mark.text
    assert phone.get(f"{path}?f={seen}", headers=HTMX).status_code == 204
    # As after a restore: other facts, and revisions that came to the same number.
    before = mark_at(evening.slug)
    Tournament.objects.filter(pk=evening.pk).update(name="Den anden aften")
    models.renew()
    after = mark_at(evening.slug)
    assert before.fingerprint == after.fingerprint
    answer = phone.get(f"{path}?f={seen}", headers=HTMX)
    assert answer.status_code == 200
    assert "Den anden aften" in phone.get(path).content.decode()


def test_every_generation_is_another() -> None:
    assert len({models.renew() for _ in range(5)}) == 5


def test_what_is_kept_has_the_generation_of_the_database_in_its_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caches["kept"].clear()
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    builders.play_on(evening)
    year = {"from_day": date(2026, 1, 1), "to_day": date(2026, 12, 31)}
    rules = SeasonRules(
        name="Season 2026", scoring=SeasonScoring(attendance=UNIT), **year
    )
    season = make_season(rules=rules, by=None)
    generation = models.renew()
    keys: list[str] = []
    kind = type(caches["default"])
    keep = kind.set

    def spied(self: BaseCache, key: str, *given: object, **named: object) -> object:
        keys.append(key)
        return keep(self, key, *given, **named)

    monkeypatch.setattr(kind, "set", spied)
    (draw,) = Draw.objects.filter(round__isnull=False)
    desk, phone = builders.signed_in(builders.director()), Client()
    why = f"stages/1/draws/{draw.pk}/why/1/"
    for page in ("", "entries/", "rounds/1/", "standings/", "finishing-order/", why):
        path = f"/tournaments/{evening.slug}/{page}"
        assert phone.get(path).status_code == 200, path
    assert phone.get(f"/seasons/{season.key}/").status_code == 200
    assert desk.get(f"/desk/{evening.slug}/").status_code == 200
    found = {key.partition(":")[0]: key for key in keys}
    assert {"header", "standings", "why", "season"} <= set(found)
    for key in keys:
        assert generation in key, key
