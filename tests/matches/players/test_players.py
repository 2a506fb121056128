"""The directory of players: found, shown, corrected."""

import re
from decimal import Decimal

import pytest
from django.utils import timezone

from matches.ledger.club_matches import Terms
from matches.models import JournalEntry, Match, Player
from matches.rules import Side
from tests import builders
from tests.refusals import codes_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_the_directory_is_sorted_and_searched_by_name_and_club(client):
    builders.player("Ane Holt", club="Oslo")
    builders.player("Bo Alm", club="Malmö")
    page = client.get("/players/").content.decode()
    assert page.index("Bo Alm") < page.index("Ane Holt")
    found = client.get("/players/?q=malm").content.decode()
    assert "Bo Alm" in found
    assert "Ane Holt" not in found


def test_players_are_found_without_their_letters(client):
    for name in ("Dagny Øverli", "Frida Åkerblad", "Iver Ærøskov"):
        builders.player(name)
    for search, name in (
        ("overli", "Dagny Øverli"),
        ("akerblad", "Frida Åkerblad"),
        ("AEROSKOV", "Iver Ærøskov"),
        ("øver", "Dagny Øverli"),
    ):
        (found,) = client.get("/players/", {"q": search}).context["rows"]
        player, _rating = found
        assert player.name == name


@pytest.mark.parametrize("search", ["%00?", "%", "_", "%F0%28", "x" * 5000, "'; --"])
def test_whatever_is_searched_for_gets_a_page(client, search):
    builders.player("Ane Holt")
    answer = client.get(f"/players/?q={search}")
    assert answer.status_code == 200
    assert "Ane Holt" not in answer.content.decode()


def test_a_player_page_lists_what_was_played(client):
    match = builders.match(7)
    path = f"/players/{match.player_1.key}/"
    assert match.code not in client.get(path).content.decode()
    builders.won(Side.ONE, match, loser=4)
    assert match.code in client.get(path).content.decode()


def of_old(match, year):
    """Let a match be opened, and finished if it is, in another year."""
    day = timezone.make_aware(timezone.datetime(year, 3, 5, 12))
    found = Match.objects.filter(pk=match.pk)
    found.update(created_at=day)
    found.filter(finished_at__isnull=False).update(finished_at=day)
    return match


def test_matches_are_listed_by_the_day_they_were_played(client):
    first = builders.match(7)
    one, two = first.player_1, first.player_2
    found = [first]
    for year in (2019, 2021, 2020):
        match = builders.opened(one, two, Terms(length=7, profile=first.profile))
        builders.won(Side.ONE, match, loser=4)
        found.append(of_old(match, year))
    builders.won(Side.TWO, first, loser=3)
    expected = [found[place].code for place in (0, 2, 3, 1)]
    years = ["2021", "2020", "2019"]
    key = one.link_key
    for path in (f"/players/{one.key}/?page=1", "/club/", f"/p/{key}/"):
        shown = client.get(path).content.decode()
        assert re.findall(r'href="/m/(\w{6})/"', shown) == expected, path
        if not path.startswith("/p/"):
            assert re.findall(r'row__year num">(\d+)<', shown) == years, path
    against = client.get(f"/players/{one.key}/?against={two.key}").content.decode()
    assert re.findall(r'href="/m/(\w{6})/"', against) == expected


def test_what_is_played_now_comes_before_what_a_file_left_open(client):
    match = builders.match(7)
    terms = Terms(length=7, profile=match.profile)
    of_old(builders.opened(match.player_1, match.player_2, terms), 2019)
    shown = client.get(f"/p/{match.player_1.link_key}/").content.decode()
    codes = list(dict.fromkeys(re.findall(r'href="/m/(\w{6})/"', shown)))
    assert len(codes) == 2
    assert codes[0] == match.code


def test_a_player_nobody_knows_is_404(client):
    assert client.get("/players/NOBODY2345/").status_code == 404


def test_a_correction_is_saved_with_one_line():
    ada = builders.director()
    ane = builders.player("Anne Holt", club="Oslo", rating="1500")
    answer = builders.signed_in(ada).post(
        f"/players/{ane.key}/edit/",
        {"name": "Ane Holt", "club": "Bergen", "rating": "1612.5", "sort_name": ""},
    )
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{ane.key}/")
    ane.refresh_from_db()
    assert (ane.name, ane.club, ane.sort_name) == ("Ane Holt", "Bergen", "Holt, Ane")
    assert ane.rating == Decimal("1612.5")
    line = JournalEntry.objects.get(act="player_changed")
    assert (line.actor, line.details) == (ada, {"name": "Ane Holt"})


@pytest.mark.parametrize(
    ("field", "typed", "code"),
    [
        ("name", "", "name:required"),
        ("name", "x" * 200, "name:max_length"),
        ("club", "y" * 200, "club:max_length"),
        ("name", "Ane\x07Holt", "name.unreadable_text"),
        ("name", "12345", "name.no_name"),
        ("club", "Os\x1blo", "name.unreadable_text"),
        ("sort_name", "Holt\x9b", "name.unreadable_text"),
        ("rating", "strong", "rating:invalid"),
        ("rating", "-5", "rating:min_value"),
        ("rating", "NaN", "rating:invalid"),
        ("rating", "123456789", "rating:max_digits"),
    ],
)
def test_a_correction_that_cannot_be_keeps_what_was_typed(field, typed, code):
    ane = builders.player("Ane Holt", club="Oslo")
    known = Player.objects.values().get()
    form = {"name": "Ane Holt", "club": "Oslo", "rating": "", "sort_name": "Holt, Ane"}
    client = builders.signed_in(builders.director())
    answer = client.post(f"/players/{ane.key}/edit/", form | {field: typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert code in codes_of(answer)
    assert typed in page
    assert Player.objects.values().get() == known
    assert not JournalEntry.objects.filter(act="player_changed").exists()


def test_a_corrected_name_is_seen_everywhere(client):
    """Also on standings that were computed before."""
    evening = builders.evening("swiss", 5)
    published = builders.played_round(evening)
    pages = ("", "entries/", "rounds/1/", "standings/")
    paths = [f"/tournaments/{evening.slug}/{page}" for page in pages]
    ada = builders.signed_in(builders.director())
    met, free = builders.pairings(published)[0], builders.pairings(published)[-1]
    assert free.is_bye
    for entry in (met.entry_2, free.entry_1):
        known = entry.player.name, entry.player.sort_name
        for path in paths:
            page = client.get(path).content.decode()
            assert any(name in page for name in known), path
        ada.post(
            f"/players/{entry.player.key}/edit/",
            {"name": "Inge Juul-Dam", "sort_name": ""},
        )
        for path in paths:
            page = client.get(path).content.decode()
            assert "Inge Juul-Dam" in page or "Juul-Dam, Inge" in page, path
            assert not any(name in page for name in known), path
