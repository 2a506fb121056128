"""Keys of links: shown again, found by their hash, not to be read in the database."""

import math

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client, override_settings
from django.urls import reverse

from matches.models import Match, Player
from matches.player_page.merging import merge, preview_merge
from matches.players.codes import ALPHABET
from matches.players.links import KEY_LENGTH, hash_of, key_of, new_link
from tests import builders
from tournaments.entries.arrivals.services import open_door_tablet
from tournaments.paper.entries import badges_of, without_links

OTHER = "another secret of the site, long enough for it"


def stored():
    """All text and JSON of the database, and what sessions hold."""
    for model in apps.get_models():
        columns = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField)
        ]
        rows = model._base_manager.values_list(*columns) if columns else ()
        yield from (f"{model.__name__}: {row}" for row in rows)
    for session in Session.objects.all():
        yield f"data of a session: {session.get_decoded()}"


def test_a_key_has_128_bits_and_only_its_hash_finds_it():
    assert KEY_LENGTH * math.log2(len(ALPHABET)) >= 128
    links = [new_link() for _number in range(100)]
    keys = {key_of(*link) for link in links}
    assert len(keys) == len(links)
    assert {len(key) for key in keys} == {KEY_LENGTH}
    assert set("".join(keys)) == set(ALPHABET)
    assert {hash_of(key) for key in keys} == {hashed for _nonce, hashed in links}


def test_a_key_is_shown_again_as_long_as_its_secret_is_known():
    nonce, hashed = new_link()
    key = key_of(nonce, hashed)
    assert key
    before = settings.SECRET_KEY
    with override_settings(SECRET_KEY=OTHER, SECRET_KEY_FALLBACKS=[before]):
        assert key_of(nonce, hashed) == key
        assert key_of(*new_link())
    with override_settings(SECRET_KEY=OTHER):
        assert key_of(nonce, hashed) == ""
    assert key_of("", "") == ""


@pytest.mark.django_db
def test_no_row_holds_the_key_of_a_link():
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    Match.objects.update(reporting="agree")
    window, player = open_door_tablet(evening, by=None), match.player_1
    kept, gone = builders.player("Nora Tveit"), builders.player("Nora Tvejt")
    secrets = {player.link_key, window.door_key, kept.link_key, gone.link_key}
    assert len(secrets) == 4
    for key in (player.link_key, kept.link_key):
        phone = Client()
        assert phone.get(f"/p/{key}/").status_code == 200
        assert phone.session["player"]
    assert Client().get(reverse("door_check_in", args=[window.door_key])) is not None
    seen = preview_merge(kept=kept, gone=gone).seen
    merge(kept=kept, gone=gone, seen=seen, by=None)
    rows = list(stored())
    assert any(player.link_hash in row for row in rows)
    assert not [row for row in rows for key in secrets if key in row]


@pytest.mark.django_db
def test_under_another_secret_a_link_works_and_says_that_it_is_not_shown():
    evening = builders.evening("swiss", 2)
    match = builders.matches(builders.published_round(evening))[0]
    Match.objects.update(reporting="agree")
    player, window = match.player_1, open_door_tablet(evening, by=None)
    key, door, path = player.link_key, window.door_key, f"/players/{player.key}/link/"
    assert without_links(badges_of(evening)) == ""
    with override_settings(SECRET_KEY=OTHER):
        phone = Client()
        page = phone.get(f"/p/{key.lower()}/")
        assert page.status_code == 200
        assert f"/p/{key}/data/" in page.content.decode()
        assert phone.get(f"/p/{key}/data/").status_code == 200
        # Its matches are reported from there on; only the way back is not known.
        told = phone.get(f"/m/{match.code}/").context["page"]
        assert (told.reports_for, told.identity_url) == (str(player.name), "")
        assert Client().get(reverse("door_check_in", args=[door])).status_code == 200
        desk = builders.signed_in(builders.director())
        shown = desk.get(path)
        assert shown.context["url"] == ""
        assert "note is-warn" in shown.content.decode()
        assert desk.get(reverse("arrivals", args=[evening.slug])).status_code == 200
        badges = badges_of(evening)
        assert {badge.url for badge in badges.badges} == {""}
        assert "2" in without_links(badges)
        desk.post(path, {"known": player.link_hash})
        url = desk.get(path).context["url"]
        assert Player.objects.get(pk=player.pk).link_key in url
        assert Client().get(url).status_code == 200
        assert Client().get(f"/p/{key}/").status_code == 404


@pytest.mark.django_db
def test_a_browser_that_came_by_a_link_leads_back_to_its_page():
    match = builders.match()
    player, path = match.player_1, f"/p/{match.player_1.link_key}/"
    phone, stranger = Client(), Client()
    assert phone.get(path).status_code == 200
    for place in ("/", "/players/", f"/m/{match.code}/", path):
        assert 'href="/p/"' in phone.get(place).content.decode()
        assert (
            'href="/p/"' not in stranger.get(place.replace(path, "/")).content.decode()
        )
    assert phone.get("/p/")["Location"] == path
    with override_settings(SECRET_KEY=OTHER):  # the link works, and is not known
        other = Client()
        other.get(path)
        assert player.name in other.get("/p/").content.decode()
    assert stranger.get("/p/").status_code == 404
    phone.post(f"{path}forget/")
    assert phone.get("/p/").status_code == 404
    assert 'href="/p/"' not in phone.get("/").content.decode()
    director = builders.signed_in(builders.director())
    director.get(path)
    assert director.get("/p/").status_code == 404
