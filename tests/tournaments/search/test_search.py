"""One search over tournaments, players, matches and pages: what is found, by whom."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from matches.accounts.models import Grant
from matches.accounts.roles import Act, Role
from matches.help.views import manual_page
from matches.models import Match, Player
from matches.players.services import choose_shown
from matches.players.shown import Shown
from tests import builders
from tests.test_litany import ACTS, ADDRESSES
from tournaments.models import Tournament
from tournaments.search import queries, views
from tournaments.search.site_pages import CLUB, OF_A_TOURNAMENT
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db
NAMES = ("Dagny Øverli", "Bo Lund", "Kai Åkerblad", "Ida Juul")


@pytest.fixture(scope="module")
def world(kept: None) -> Tournament:
    """A tournament of today in its first round; the seed of its draw is typed."""
    made = builders.tournament(name="Påskecup", date=timezone.localdate())
    builders.entered(made, NAMES)
    builders.published_round(made)
    return made


@pytest.fixture(scope="module")
def ada(kept: None) -> Client:
    return builders.signed_in(builders.director())


def found(client: Client, typed: str, **more: Any) -> dict[str, list[Any]]:
    answer = client.get("/search/", {"q": typed} | more)
    assert answer.status_code == 200
    return {group["kind"]: group["rows"] for group in answer.context["groups"]}


def match_of(event: Tournament, number: int = 1) -> Match:
    return Match.objects.get(pairing__tournament=event, pairing__match_number=number)


def pages_at(client: Client, typed: str, **more: Any) -> set[str]:
    return {page.view for page, *_ in found(client, typed, **more).get("pages", [])}


def test_spelling_and_case_do_not_matter(client: Client, world: Tournament) -> None:
    (player,) = found(client, "OVERLI")["players"]
    assert player.name == "Dagny Øverli"
    (line,) = found(client, "paske")["tournaments"]
    assert line.tournament == world
    assert found(client, f"paskecup {world.date.year}")["tournaments"] == [line]


def test_a_match_is_found_by_its_number_and_its_players(
    client: Client, world: Tournament
) -> None:
    match = match_of(world)
    for typed in ("1", "M1", "#1", "m 1", match.code, match.code.lower()):
        (row,) = found(client, typed, at=world.slug)["matches"]
        assert row.match == match, typed
    one, two = (player.name.split()[-1] for player in (match.player_1, match.player_2))
    for typed in (f"{one} {two}", f"{two} v {one}", f"{one} vs. {two}"):
        (row,) = found(client, typed)["matches"]
        assert row.match == match, typed
    assert len(found(client, one)["matches"]) == 1


def test_words_of_the_page_are_those_of_the_reader(
    ada: Client, world: Tournament
) -> None:
    assert pages_at(ada, "late entry") == {"entries", "draw"}
    assert "pace" in pages_at(ada, "finish time", at=world.slug)
    (printing,) = (
        url for page, url, _event in found(ada, "print")["pages"] if page.part
    )
    assert printing == reverse("tournament_desk", args=[world.slug]) + "#papers"


TYPED = {
    "en": (
        *("seeds", "seeding", "keep clubs apart", "re-buy", "walkover", "unpaid"),
        *("late penalty", "calcutta", "registration", "wrong result", "finish time"),
        "pace",
    ),
    "da": (
        *("seedning", "samme klub", "rebuy", "walkover", "ubetalt", "sluttidspunkt"),
        *("straf for at komme for sent", "calcutta", "tilmelding", "forkert resultat"),
    ),
    "sv": (
        *("seedning", "samma klubb", "rebuy", "walkover", "obetald", "sluttid"),
        *("straff för sen ankomst", "calcutta", "anmälan", "fel resultat"),
    ),
    "nb": (
        *("seeding", "samme klubb", "rebuy", "walkover", "ubetalt", "sluttid"),
        *("straff for å komme for sent", "calcutta", "påmelding", "feil resultat"),
    ),
    "nl": (
        *("plaatsing", "zelfde club", "rebuy", "walk-over", "niet betaald", "eindtijd"),
        *("straf voor te laat komen", "calcutta", "inschrijving", "verkeerde uitslag"),
    ),
}
"""What people type, in each language."""


@pytest.mark.parametrize("language", TYPED)
def test_what_people_type_finds_the_help(language: str, world: Tournament) -> None:
    """English words are found in every language."""
    with translation.override(language):
        for typed in (*TYPED[language], *TYPED["en"]):
            parts = queries.parts_of_help_found(typed)
            assert parts, typed
            assert len(parts) < 9, typed
            assert {manual_page(part.page, language).language for part in parts} == {
                language
            }


def test_everybody_is_offered_what_they_may_open(
    client: Client, world: Tournament
) -> None:
    assert pages_at(client, "log") == set()
    assert pages_at(client, "standings", at=world.slug) == {"standings"}
    helper = builders.reader("Hanne")
    Grant.objects.create(
        user=helper,
        event=world.pk,
        role=Role.DESK,
        ends_at=timezone.now().replace(year=2999),
    )
    desk = builders.signed_in(helper)
    assert pages_at(desk, "entries") >= {"entries"}
    assert pages_at(desk, "settings") == set()


def test_a_page_is_offered_to_whom_it_opens() -> None:
    public = {address.name for address in ADDRESSES if address.public}
    for place in (*CLUB, *OF_A_TOURNAMENT):
        if place.act is None:
            assert place.view in public
        elif place.label != "Print":
            assert place.act == ACTS.get(place.view, Act.SET_UP), place.view


def test_what_is_not_public_is_found_by_its_people_alone(
    client: Client, ada: Client, world: Tournament
) -> None:
    match = match_of(world)
    helper = builders.reader("Hilde")
    Grant.objects.create(
        user=helper,
        event=world.pk,
        role=Role.DESK,
        ends_at=timezone.now().replace(year=2999),
    )
    words = ("paskecup", match.player_1.name, "1", match.code)
    for hidden in (Visibility.PRIVATE, Visibility.UNLISTED):
        Tournament.objects.filter(pk=world.pk).update(visibility=hidden)
        for typed in words[:3]:
            told = found(client, typed)
            assert not told.get("tournaments"), (hidden, typed)
            assert not told.get("matches"), (hidden, typed)
    Tournament.objects.filter(pk=world.pk).update(visibility=Visibility.PRIVATE)
    assert found(client, match.code) == {}
    assert found(client, "1", at=world.slug) == {}
    for who in (ada, builders.signed_in(helper)):
        assert found(who, "paskecup")["tournaments"]
        for typed in words[1:]:
            assert found(who, typed)["matches"], typed


def test_a_hidden_player_is_not_found_by_name(
    client: Client, ada: Client, world: Tournament
) -> None:
    player = Player.objects.get(name="Dagny Øverli")
    choose_shown(player=player, shown=Shown.HIDDEN)
    assert found(client, "overli") == {}
    assert found(client, f"N.N. {player.key[:4]}")["players"] == [player]
    told = found(ada, "overli")
    assert told["players"] == [player]
    assert len(told["matches"]) == 1


def test_money_between_two_is_not_found(client: Client) -> None:
    session = builders.match(length=0, people=("Rut Ring", "Per Pung"))
    assert found(client, "ring pung") == {}
    assert found(client, session.code) == {}
    owner = builders.reader("Olga")
    owner.role = Role.OWNER
    owner.save()
    assert found(builders.signed_in(owner), "ring pung")["matches"]


def test_what_is_in_the_bin_is_not_found(ada: Client, world: Tournament) -> None:
    Tournament.objects.filter(pk=world.pk).update(deleted_at=timezone.now())
    Match.objects.filter(pairing__tournament=world).update(state="void")
    for typed in ("paskecup", "lund", "1"):
        told = found(ada, typed)
        assert not told.get("tournaments")
        assert not told.get("matches")
    assert ada.get(f"/search/?q=1&at={world.slug}").status_code == 200


def test_more_than_a_few_are_on_pages_of_their_own(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PER_PAGE", 10)
    for name in builders.names(23):
        builders.player(name)
    answer = client.get("/search/", {"q": "a"})
    (players,) = (
        group for group in answer.context["groups"] if group["kind"] == "players"
    )
    assert len(players["rows"]) == views.FIRST_FEW < players["count"]
    seen = []
    for number in (1, 2, 3):
        listed = client.get(f"{players['more_url']}&page={number}").context
        assert listed["kind"] == "players"
        seen += [player.pk for player in listed["groups"][0]["rows"]]
    assert len(seen) == len(set(seen)) == min(players["count"], 30)


def test_a_word_in_very_many_names_finds_no_matches(
    client: Client, world: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MOST_PLAYERS", 1)
    assert found(client, "lund")["matches"]
    assert "matches" not in found(client, "d")
    assert "matches" not in found(client, "ju ak")


def test_whatever_is_typed_gets_a_page(client: Client, world: Tournament) -> None:
    for query in (
        *("q=", "q=%00", "q=%20", "q=%2F", "q=_", "q=" + "x%20" * 3000, "q=99999"),
        *("q=" + "9" * 400, "q=lund&kind=%00", "q=lund&kind=players&page=-1"),
        *("q=lund&at=%00", "q=1&at=nowhere", "q=a&kind=matches&page=" + "9" * 30),
        *("q=%F0%28", "q=%E2%80%AEabc"),
    ):
        answer = client.get(f"/search/?{query}", headers={"HX-Request": "true"})
        assert answer.status_code == 200, query


def test_search_engines_stay_outside(client: Client) -> None:
    assert b'name="robots" content="noindex"' in client.get("/search/?q=a").content


def test_every_page_leads_to_the_search_with_its_tournament(
    client: Client, ada: Client, world: Tournament
) -> None:
    for who, path in (
        (client, "/"),
        (client, f"/tournaments/{world.slug}/"),
        (ada, f"/desk/{world.slug}/"),
        (ada, "/desk/"),
    ):
        page = who.get(path).content.decode()
        (link,) = re.findall(r'href="(/search/[^"]*)"', page)
        at = who.get(link).context["at"]
        assert at == (world if world.slug in path else None), path
