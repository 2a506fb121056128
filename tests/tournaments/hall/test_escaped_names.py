"""Names in lists of matches: text, and never markup."""

import pytest

from matches.models import Player
from tests import builders
from tournaments.tables.progress import unlisted_matches

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


def test_codes_of_sheets_are_kept_for_those_alone_who_may_see_them() -> None:
    evening = builders.evening(who=2)
    match = builders.matches(builders.published_round(evening))[0]
    for with_sheets in (True, False, True):
        (told,) = unlisted_matches(evening, [], [], with_sheets=with_sheets).values()
        codes = [match.code, match.sheet_code] if with_sheets else [match.code]
        assert told["codes"] == codes
