"""What other sites get: a tournament in a frame, and a feed of results."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubsite.environment import env_sites
from matches.players.services import choose_shown
from matches.players.shown import Shown
from tests import builders
from tests.tournaments.signups.test_sign_ups import opened
from tournaments.models import Entry, Tournament
from tournaments.setup.services import close_tournament
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db
SITE = "https://club.example.org"
ATOM = "{http://www.w3.org/2005/Atom}"


def test_only_named_sites_may_frame_it_and_nothing_else(settings: Any) -> None:
    event = builders.evening("swiss", 4)
    address = reverse("embed", args=[event.slug])
    assert Client().get(address).status_code == 404
    settings.EMBED_SITES = [SITE]
    answer = Client().get(address)
    assert f"frame-ancestors {SITE}" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    page = answer.content.decode()
    assert "<form" not in page
    assert "<script" not in page
    other = Client().get(event.get_absolute_url())
    assert other["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    programs = reverse("event_programs", args=[event.slug])
    director = builders.signed_in(builders.director())
    assert address in director.get(programs).content.decode()
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    assert Client().get(address).status_code == 404


def test_it_invites_before_and_shows_the_standings_after(settings: Any) -> None:
    settings.EMBED_SITES = [SITE]
    event = builders.tournament()
    row = opened(event, places=8)
    address = reverse("embed", args=[event.slug])
    page = Client().get(address).content.decode()
    assert "0 of 8 places taken" in page
    assert reverse("sign_up", args=[event.slug]) in page
    row.delete()
    builders.entered(event, ["Anna Berg", "Bo Holm"])
    choose_shown(player=Entry.objects.first().player, shown=Shown.INITIALS)
    builders.played_round(event)
    page = builders.signed_in(builders.director()).get(address).content.decode()
    assert "Bo Holm" in page
    assert "Anna Berg" not in page  # nor for a director: the page is for everybody


def test_the_feed_has_what_comes_and_the_first_three() -> None:
    event = builders.evening("swiss", 4, name="Played")
    builders.played_round(event)
    close_tournament(tournament=event, by=None)
    coming = builders.tournament(name="Coming")
    private = builders.tournament(name="Private")
    tomorrow = timezone.localdate() + timedelta(days=1)
    Tournament.objects.filter(pk=coming.pk).update(date=tomorrow, place="The hall")
    Tournament.objects.filter(pk=private.pk).update(visibility=Visibility.PRIVATE)
    winner = Entry.objects.filter(tournament=event, final_place=1)[0].player
    choose_shown(player=winner, shown=Shown.HIDDEN)
    answer = Client().get(reverse("results_feed"))
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 - it is our own
    told = {
        entry.findtext(f"{ATOM}title"): entry.findtext(f"{ATOM}summary")
        for entry in feed.iter(f"{ATOM}entry")
    }
    assert told.keys() == {"Played", "Coming"}
    assert "The hall" in str(told["Coming"])
    assert str(told["Played"]).startswith("1. ")
    assert winner.name not in answer.content.decode()
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert all(str(key).startswith("urn:uuid:") for key in ids)
    lists = Client().get(reverse("tournament_list")).content.decode()
    assert reverse("results_feed") in lists


@pytest.mark.parametrize("site", ["*", "club.example.org", "https://a.org/x", "a b"])
def test_what_is_no_site_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, site: str
) -> None:
    monkeypatch.setenv("SITES", site)
    with pytest.raises(Exception, match="SITES"):
        env_sites("SITES")
