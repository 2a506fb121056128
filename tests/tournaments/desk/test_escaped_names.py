"""Rows that are written in Python and not by templates: names are text in them."""

import pytest

from matches.models import Player
from tests import builders

pytestmark = pytest.mark.django_db

TAG = '<i title="q">'


@pytest.mark.parametrize("format_key", ["swiss", "elimination", "round_robin"])
def test_a_name_is_no_markup_on_any_page_with_matches(format_key: str) -> None:
    evening = builders.evening(format_key, 5)
    for player in Player.objects.all():
        player.name = f"{TAG}N{player.pk}"
        player.save()
    played = builders.published_round(evening)
    builders.won(1, builders.matches(played)[0])
    ada = builders.signed_in(builders.director())
    shown = 0
    for path in ("desk/{}/", "desk/{}/?played=1", "tournaments/{}/"):
        page = ada.get(f"/{path.format(evening.slug)}").content.decode()
        assert TAG not in page, path
        shown += "&lt;i title" in page
    assert shown == 3
