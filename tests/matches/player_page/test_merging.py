"""Two entries of one person become one, and two again: every row, and nobody else's."""

from datetime import date

import pytest
from django.apps import apps
from django.utils import timezone

from matches.models import Match, Player, PlayerMerge
from matches.player_page.forgetting import forget_person
from matches.player_page.merging import (
    ARE_TWO,
    CHANGED_MEANWHILE,
    NOT_THE_NEWEST,
    PAIRS_STAY,
    SAME_ENTRY,
    doubles_of,
    likely_doubles,
    merge,
    preview_merge,
    undo_merge,
)
from matches.players.services import choose_shown
from matches.players.shown import Shown
from matches.ratings.computing import bring_up_to_date
from matches.ratings.services import ListRules, give_ratings, make_list
from matches.web.models import JournalEntry
from tests import builders
from tests.refusals import raises
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return builders.director()


@pytest.fixture
def evening():
    """A round that is always the same: Øverli, Overli in another evening, plays."""
    made = builders.tournament(name="First")
    builders.entered(made, ("Dagny Øverli", "Bo Lund", "Kai Berg", "Ida Juul"))
    builders.published_round(made)
    return made


@pytest.fixture
def other(evening):
    """The second entry of the same person, with an evening of its own."""
    made = builders.tournament(name="Second")
    double = builders.player("Dagny Overli", club="Bergen", rating="1500")
    builders.entered(made, ("Nils Holm", "Rut Qvist", "Per Moe"))
    Entry.objects.filter(player__name="Nils Holm").update(player=double)
    builders.published_round(made)
    return Player.objects.get(pk=double.pk)


@pytest.fixture
def kept(evening):
    return Player.objects.get(name="Dagny Øverli")


def merged(kept, other, by=None):
    seen = preview_merge(kept=kept, gone=other).seen
    return merge(kept=kept, gone=other, seen=seen, by=by)


def rows():
    """Return every column of all tables but those that count or are computed."""
    left_out = {"JournalEntry", "PlayerMerge", "CacheGeneration", "RatingList"}
    return {
        model._meta.label: sorted(
            tuple(
                (field.attname, str(getattr(row, field.attname)))
                for field in model._meta.concrete_fields
                if field.attname not in {"revision", "is_stale", "ratings_due"}
            )
            for row in model._base_manager.all()
        )
        for app in ("matches", "tournaments")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model.__name__ not in left_out
    }


def test_everything_moves_and_comes_back_to_the_row(kept, other, ada):
    partner = builders.player("Nora Tveit")
    pair = builders.player("Dagny Overli & Nora Tveit")
    pair.members.set([other, partner])
    before = rows()
    found = preview_merge(kept=kept, gone=other)
    made = merged(kept, other, ada)
    assert not Player.objects.filter(pk=other.pk).exists()
    assert set(
        Entry.objects.filter(player=kept).values_list("tournament__name", flat=True)
    ) == {"First", "Second"}
    assert list(kept.pairs.all()) == [pair]
    kept.refresh_from_db()
    assert (kept.club, str(kept.rating)) == ("Bergen", "1500.00")
    assert sum(found.rows.values()) == sum(map(len, made.moved.values()))
    assert not Match.objects.filter(player_1=other.pk).exists()
    assert undo_merge(pk=made.pk, by=ada).key == other.key
    assert rows() == before
    undo_merge(pk=made.pk, by=ada)
    assert rows() == before
    acts = JournalEntry.objects.filter(act__in=("players_merged", "merge_undone"))
    assert acts.count() == 2


def test_what_comes_afterwards_stays_where_it_is(kept, other):
    made = merged(kept, other)
    third = builders.tournament(name="Third")
    builders.entered(third, ("Nora Tveit",))
    Entry.objects.filter(tournament=third).update(player=kept)
    Player.objects.filter(pk=kept.pk).update(club="Oslo")
    again = undo_merge(pk=made.pk, by=None)
    assert [entry.tournament.name for entry in again.entries.all()] == ["Second"]
    assert {entry.tournament.name for entry in kept.entries.all()} == {"First", "Third"}
    kept.refresh_from_db()
    assert (kept.club, kept.rating) == ("Oslo", None)


def test_old_addresses_lead_to_the_one_entry(client, kept, other):
    merged(kept, other)
    assert client.get(f"/players/{other.key}/").url == f"/players/{kept.key}/"
    page = client.get(f"/p/{other.link_key}/")
    assert page.context["player"] == kept
    assert client.get("/players/NOBODY2345/").status_code == 404


def test_the_stricter_choice_wins(kept, other):
    choose_shown(player=other, shown=Shown.INITIALS)
    made = merged(kept, Player.objects.get(pk=other.pk))
    kept.refresh_from_db()
    assert (kept.shown, kept.public_name) == (Shown.INITIALS, "D. Ø.")
    undo_merge(pk=made.pk, by=None)
    kept.refresh_from_db()
    assert (kept.shown, kept.public_name) == (Shown.FULL, "")


def test_who_was_there_at_once_is_two(kept, other):
    rival = Player.objects.get(name="Bo Lund")
    with raises(ARE_TWO):
        merged(kept, rival)
    assert preview_merge(kept=kept, gone=rival).where
    friend = builders.match(people=("Åse Åkerblad", "Aase Akerblad"))
    with raises(ARE_TWO, where=friend.code):
        merged(friend.player_1, friend.player_2)
    with raises(SAME_ENTRY):
        merge(kept=kept, gone=kept, seen="", by=None)
    pair = builders.player("A & B")
    pair.members.set([other])
    with raises(PAIRS_STAY):
        merge(kept=kept, gone=pair, seen="", by=None)


def test_what_changed_since_the_page_was_shown_is_looked_at_again(kept, other):
    seen = preview_merge(kept=kept, gone=other).seen
    builders.match(people=("Nora Tveit", "Ole Dahl"))
    Match.objects.filter(player_1__name="Nora Tveit").update(player_1=other)
    with raises(CHANGED_MEANWHILE):
        merge(kept=kept, gone=other, seen=seen, by=None)


def test_the_newest_merge_is_undone_first(kept, other):
    third = Player.objects.get(pk=builders.player("D. Overli").pk)
    first = merged(other, third)
    second = merged(kept, other)
    first.refresh_from_db()
    assert first.kept == kept
    with raises(NOT_THE_NEWEST):
        undo_merge(pk=first.pk, by=None)
    undo_merge(pk=second.pk, by=None)
    undo_merge(pk=first.pk, by=None)
    assert Player.objects.filter(pk__in=(kept.pk, other.pk, third.pk)).count() == 3


def test_ratings_are_computed_anew(kept, other, ada):
    of = make_list(rules=ListRules(name="Club"), by=ada)
    gifts = [(kept, 17_000_000), (other, 16_000_000)]
    give_ratings(gifts, of=of, day=date(2026, 1, 1), by=ada)
    for match in Match.objects.all():
        builders.won(1, match)
    bring_up_to_date()
    matches = {row.player_id: row.matches for row in of.listed_players.all()}
    made = merged(kept, other)
    bring_up_to_date()
    now = {row.player_id: row.matches for row in of.listed_players.all()}
    assert now[kept.pk] == matches[kept.pk] + matches[other.pk]
    assert other.pk not in now
    undo_merge(pk=made.pk, by=None)
    bring_up_to_date()
    again = {row.player_id: row.matches for row in of.listed_players.all()}
    assert again == matches


def test_likely_doubles_are_named(kept, other):
    builders.player("Sara Lie")
    builders.player("Saara Lie")
    assert likely_doubles() == [sorted((kept, other), key=lambda one: one.sort_name)]
    assert doubles_of(kept) == [other]


def test_forgetting_takes_the_other_names_along(kept, other):
    merged(kept, other)
    Tournament.objects.update(closed_at=timezone.now())
    Match.objects.filter(state__in=("ready", "playing")).update(state="void")
    Tournament.objects.update(date=date(2020, 1, 1))
    forget_person(player=kept, known="Dagny Øverli", by=None)
    assert not PlayerMerge.objects.exists()
    lines = JournalEntry.objects.values_list("details", flat=True)
    assert not any("Overli" in str(line) or "Øverli" in str(line) for line in lines)


def test_a_director_merges_and_undoes_in_the_browser(kept, other, ada):
    browser = builders.signed_in(ada)
    doubles = browser.get("/players/doubles/").content.decode()
    assert f"/players/{kept.key}/" in doubles
    address = f"/players/{kept.key}/merge/"
    assert f"?with={other.key}" in browser.get(address).content.decode()
    assert other.name in browser.get(f"{address}?q=overli").content.decode()
    found = browser.get(f"{address}?with={other.key}").context["found"]
    form = {"with": other.key, "seen": found.seen}
    answer = browser.post(address, form, follow=True)
    made = PlayerMerge.objects.get()
    assert f"/players/merges/{made.pk}/undo/" in answer.content.decode()
    assert browser.post(address, form).status_code == 404
    browser.post(f"/players/merges/{made.pk}/undo/")
    assert Player.objects.filter(key=other.key).exists()
    helper = builders.signed_in(builders.reader())
    assert helper.post(address, form).status_code == 403
