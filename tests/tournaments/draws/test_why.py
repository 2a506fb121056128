"""The page that says why two meet: for everybody once published, else for directors."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.players.services import NewPlayer
from tests import builders
from tests.refusals import says, words
from tournaments.draws.swap import swap
from tournaments.draws.why import BY_HAND, draw_to_explain, reasons_of
from tournaments.engine.why import brackets, groups, next_best
from tournaments.entries.services import add_entries
from tournaments.models import Draw, Entry, Pairing, Round, Stage, Tournament
from tournaments.tables.calling import advance

pytestmark = pytest.mark.django_db


def plain(text: str) -> str:
    """Return a sentence without its links."""
    return unescape(re.sub("<[^>]*>", "", text))


def address(draw: Draw, pairing: Pairing | int = 1, stage: int = 1) -> str:
    position = pairing.position if isinstance(pairing, Pairing) else pairing
    slug = draw.stage.division.tournament.slug
    return reverse("why", args=[slug, stage, draw.pk, position])


def page(client: Client, draw: Draw, pairing: Pairing | int = 1) -> str:
    answer = client.get(address(draw, pairing))
    assert answer.status_code == 200
    return answer.content.decode()


def shown(evening: Tournament, of: Round, position: int) -> Any:
    stage = builders.stage(evening)
    draw = draw_to_explain(stage, of.draw_id, drafts=False)
    assert draw is not None
    return reasons_of(stage, draw, position)


def test_every_pairing_of_an_evening_has_a_page() -> None:
    evening = builders.evening("swiss", 5, rounds=4)
    for _ in range(3):
        published = builders.played_round(evening)
        for pairing in builders.pairings(published):
            text = page(Client(), published.draw, pairing)
            assert pairing.entry_1.player.name in text
            assert "%(" not in text
            bye = "Why this bye?" in text
            assert bye == pairing.is_bye


def test_names_are_links_and_never_markup() -> None:
    evening = builders.tournament("swiss")
    builders.entered(evening, ["<b>Ane</b> & Co", "Bjarke Brink"])
    published = builders.played_round(evening)
    again = builders.published_round(evening)
    text = page(Client(), again.draw)
    pairing = builders.pairings(published)[0]
    link = reverse("player", args=[pairing.entry_1.player.key])
    assert f'<a href="{link}">' in text
    assert "<b>Ane" not in text
    assert "&lt;b&gt;Ane&lt;/b&gt; &amp; Co" in text


def test_rematch_is_explained_with_its_round() -> None:
    evening = builders.evening("swiss", 2)
    builders.played_round(evening)
    again = builders.published_round(evening)
    found = shown(evening, again, 1)
    assert any(says(text, "why.met") for text in found.facts)
    assert found.next_best == (next_best.NO_OTHER.english,)
    assert found.label == "M2"


def test_unavailable_stands_under_the_name() -> None:
    evening = builders.evening("swiss", 6)
    builders.played_round(evening)
    second = builders.published_round(evening)
    pairing = builders.pairings(second)[0]
    found = shown(evening, second, pairing.position)
    assert [name for name, _ in found.unavailable] == [
        pairing.entry_1.player.name,
        pairing.entry_2.player.name if pairing.entry_2 else "",
    ]


def test_a_draft_is_for_directors_only() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    url = address(draw)
    assert Client().get(url).status_code == 404
    assert builders.signed_in(builders.reader()).get(url).status_code == 404
    answer = builders.signed_in(builders.director()).get(url)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"


def test_a_swap_is_said_first() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    one, two = builders.pairings(draw)
    swap(
        draw_id=draw.pk,
        tournament=evening,
        first=one.entry_1.number,
        second=two.entry_1.number,
        reason="They asked",
        by=None,
    )
    draw.refresh_from_db()
    found = reasons_of(builders.stage(evening), draw, one.position)
    assert found is not None
    texts = [plain(text) for text in found.facts]
    before = [each.entry_1.player.name for each in (one, two)]
    against = [
        each.entry_2.player.name for each in (one, two) if each.entry_2 is not None
    ]
    assert texts == [
        words("why.drawn_against", entrant=before[1], other=against[1]),
        words("why.drawn_against", entrant=against[0], other=before[0]),
        words("pairing.was_swapped", entrant=before[0], other=before[1]),
    ]
    assert found.next_best == (next_best.EQUAL_CHANGED.english,)


def exchanged(draw: Draw, first: Entry, second: Entry) -> Draw:
    """Let two entries of a draft change places."""
    made = swap(
        draw_id=draw.pk,
        tournament=draw.stage.division.tournament,
        first=first.number,
        second=second.number,
        reason="They asked",
        by=None,
    )
    made.refresh_from_db()
    return made


def plain_facts(draw: Draw, position: int) -> list[str]:
    found = reasons_of(draw.stage, draw, position)
    assert found is not None
    return [plain(text) for text in found.facts]


def test_a_swap_taken_back_leaves_the_reasons_of_the_draw() -> None:
    evening = builders.evening("swiss", 6)
    draw = builders.drawn_round(evening)
    one, two, three = builders.pairings(draw)
    drawn = plain_facts(draw, three.position)
    exchanged(draw, one.entry_1, two.entry_1)
    draw = exchanged(draw, one.entry_1, two.entry_1)
    for pairing in (one, two, three):
        assert plain_facts(draw, pairing.position) == drawn


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
def test_lines_of_a_bracket_are_told_as_drawn_and_then_moved(key: str) -> None:
    evening = builders.evening(key, 8)
    draw = builders.drawn_round(evening)
    one, two, *_others = builders.pairings(draw)
    line = draw.record["lots"][str(one.entry_1.number)]
    draw = exchanged(draw, one.entry_1, two.entry_1)
    names = [each.entry_1.player.name for each in (one, two)]
    texts = plain_facts(draw, two.position)
    assert texts[:2] == [
        words("why.line", entrant=names[0], line=line),
        words("pairing.was_swapped", entrant=names[0], other=names[1]),
    ]
    found = reasons_of(draw.stage, draw, two.position)
    assert found is not None
    assert found.next_best == ()
    untouched = reasons_of(draw.stage, draw, 3)
    assert untouched is not None
    assert untouched.next_best == (brackets.LOTS_ONLY.english,)


@pytest.mark.parametrize("key", ["monrad", "danish", "lives", "round_robin", "night"])
def test_nothing_is_said_of_lots_where_a_director_decided(key: str) -> None:
    evening = builders.evening(key, 5)
    draw = builders.drawn_round(evening)
    one, two, *_bye = builders.pairings(draw)
    draw = exchanged(draw, one.entry_1, two.entry_1)
    for pairing in (one, two):
        *drawn, swapped = plain_facts(draw, pairing.position)
        assert drawn
        pairs = [one.entry_1.player.name, two.entry_1.player.name]
        places = {"entrant": pairs[0], "other": pairs[1]}
        assert swapped == words("pairing.was_swapped", **places)
        assert not any("lot" in said for said in drawn)


def test_other_stages_and_positions_are_not_found() -> None:
    evening = builders.evening("swiss", 4)
    other = builders.evening("swiss", 4, name="Another evening")
    published = builders.published_round(evening)
    draw = published.draw
    assert Client().get(address(draw, 99)).status_code == 404
    foreign = reverse("why", args=[other.slug, 1, draw.pk, 1])
    assert Client().get(foreign).status_code == 404
    nowhere = reverse("why", args=[evening.slug, 7, draw.pk, 1])
    assert Client().get(nowhere).status_code == 404
    assert Client().post(address(draw)).status_code == 405


def test_fragment_is_one_element() -> None:
    evening = builders.evening("monrad", 4)
    published = builders.published_round(evening)
    answer = Client().get(address(published.draw), headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert text.strip().startswith('<div id="why"')
    assert "<html" not in text


def test_somebody_who_came_after_the_draw_was_paired_by_hand() -> None:
    evening = builders.evening("swiss", 3)
    published = builders.published_round(evening)
    bye = builders.pairings(published)[-1]
    late = add_entries(
        tournament=evening, known=(), new=[NewPlayer("Dagny Dahl")], here=True, by=None
    ).entries[0]
    Pairing.objects.filter(pk=bye.pk).update(entry_2=late)
    found = shown(evening, published, bye.position)
    assert found.facts[0] == BY_HAND.english
    assert shown(evening, published, 1).facts[0] == groups.FIRST.english


@pytest.mark.parametrize("key", ["monrad", "danish", "round_robin", "lives"])
def test_other_formats_have_reasons(key: str) -> None:
    evening = builders.evening(key, 5)
    for _ in range(2):
        published = builders.played_round(evening)
        for pairing in builders.pairings(published):
            found = shown(evening, published, pairing.position)
            assert found.facts
            assert found.next_best


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
def test_later_matches_of_a_bracket_name_the_earlier_ones(key: str) -> None:
    evening = builders.evening(key, 4)
    published = builders.published_round(evening)
    for match in builders.matches(published):
        builders.won(1, match)
    advance(evening.pk)
    final = Pairing.objects.filter(draw=published.draw_id).order_by("slot").last()
    assert final is not None
    found = shown(evening, published, final.position)
    assert any("M1" in text for text in found.facts)
    for pairing in builders.pairings(published):
        assert shown(evening, published, pairing.position).facts


def test_queries_do_not_grow(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for size in (4, 12):
        evening = builders.evening("swiss", size, name=f"Evening of {size}")
        builders.played_round(evening)
        second = builders.published_round(evening)
        stage = Stage.objects.get(pk=builders.stage(evening).pk)
        with django_assert_max_num_queries(3):
            draw = draw_to_explain(stage, second.draw_id, drafts=False)
            assert draw is not None
            assert reasons_of(stage, draw, 1) is not None
