"""The lists of a round: who stands on them, in which order, and when they change."""

import pytest
from django.test import Client
from django.utils.translation import override

from matches.documents.registry import document_named
from matches.documents.services import DOCUMENT_GONE, prepare, wanted
from matches.jobs import tasks
from matches.models import Job
from matches.rules import Side
from tests import builders, paper
from tests.refusals import raises
from tournaments.draws.publish import take_back_round
from tournaments.models import Pairing, Round
from tournaments.paper.round_lists import (
    NO_MATCHES,
    NO_RESULTS,
    by_table,
    find_your_table,
    round_results,
)
from tournaments.paper.values import NO_BOX, PrintedList

pytestmark = pytest.mark.django_db

KEYS = ("pairings:a-z", "pairings", "results")


def cells(values: PrintedList) -> list[tuple[str, ...]]:
    return [row for group in values.groups for row in group.rows]


def basis(key: str, published: Round) -> str:
    return wanted(document_named(key), published).basis


def test_everybody_finds_table_and_opponent() -> None:
    evening = builders.tournament("swiss")
    builders.entered(evening, ["Ole Berg", "Ane Dahl", "Ida Ek", "Bo Alm", "Per Ek"])
    published = builders.published_round(evening)
    values = find_your_table(published)
    found = {row[0]: row[1:] for row in cells(values)}
    assert list(found) == ["Alm, Bo", "Berg, Ole", "Dahl, Ane", "Ek, Ida", "Ek, Per"]
    for pairing in builders.pairings(published):
        one, two = pairing.entry_1.player, pairing.entry_2 and pairing.entry_2.player
        table = str(pairing.table) if two else ""
        assert found[one.sort_name][0] == table
        if two:
            assert found[one.sort_name][1] == two.name
            assert found[two.sort_name] == (table, one.name)


def test_the_order_is_that_of_the_alphabet_of_the_tournament() -> None:
    evening = builders.tournament("swiss", language="da")
    builders.entered(evening, ["Ib Aabye", "Bo Zahle", "Eva Østergaard", "Ane Ægir"])
    published = builders.published_round(evening)
    with override("en"):
        values = document_named("pairings:a-z").read(published)
    assert [row[0] for row in cells(values)] == [
        *("Zahle, Bo", "Ægir, Ane", "Østergaard, Eva", "Aabye, Ib")
    ]
    assert values.head.language == "da"


def test_by_table_with_the_bye_last_and_room_for_results() -> None:
    evening = builders.evening("swiss", 7)
    published = builders.published_round(evening)
    *matches, bye = cells(by_table(published))
    assert [row[0] for row in matches] == ["1", "2", "3"]
    assert {row[4:] for row in matches} == {("7", "")}
    assert (bye[0], bye[-1]) == ("", NO_BOX)
    assert [row[-1] for row in cells(round_results(published))] == [""] * 4
    builders.won(Side.TWO, builders.matches(published)[1])
    assert [row[-1] for row in cells(round_results(published))] == ["", "3–7", "", ""]


def test_a_match_without_a_table_has_room_for_it() -> None:
    published = builders.published_round(builders.evening("swiss", 4))
    Pairing.objects.filter(position=1).update(table=None, called_at=None)
    assert [row[0] for row in cells(by_table(published))] == ["2", ""]


def test_of_a_bracket_what_can_be_played_now() -> None:
    weekend = builders.weekend(8)
    published = builders.published_round(weekend)
    with raises(NO_RESULTS):
        round_results(published)
    builders.play_on(weekend)
    now = by_table(published)
    called = {str(one.table) for one in builders.called(weekend)}
    assert {row[0] for row in cells(now)} == called
    assert len(now.groups) > 1
    assert all(group.heading for group in now.groups)
    assert len(cells(round_results(published))) == 4
    while builders.play_on(weekend):
        pass
    for values in (find_your_table, by_table):
        with raises(NO_MATCHES):
            values(published)


def test_a_result_changes_the_results_alone() -> None:
    published = builders.published_round(builders.evening("swiss", 4))
    before = [basis(key, published) for key in KEYS]
    assert [basis(key, published) for key in KEYS] == before
    builders.won(Side.ONE, builders.matches(published)[0])
    after = [basis(key, published) for key in KEYS]
    assert [old == new for old, new in zip(before, after, strict=True)] == [
        *(True, True, False)
    ]


def test_a_round_taken_back_while_its_list_is_made_is_said() -> None:
    evening = builders.evening("swiss", 4)
    printout = prepare("pairings:a-z", builders.published_round(evening))
    take_back_round(round_number=1, tournament=evening, reason="Wrong hall", by=None)
    tasks.run_job(printout.job_id)
    job = Job.objects.get(pk=printout.job_id)
    assert (job.state, job.error) == (Job.State.FAILED, DOCUMENT_GONE.code)


def test_the_desk_links_to_them_and_anybody_may_have_them() -> None:
    paper.need_printing()
    evening = builders.tournament("swiss", name="Open\u202e night")
    long = "Wolfeschlegelsteinhausen" * 3
    builders.entered(evening, [long, "محمد عبد الله", "Ole Berg", "Ida Ek"])
    builders.published_round(evening)
    desk = builders.signed_in(builders.director()).get(f"/desk/{evening.slug}/")
    for key in KEYS:
        path = f"/documents/{key}/{evening.slug}/1/1.pdf"
        assert path in desk.content.decode()
        content = builders.printed(Client(), path).content
        assert paper.is_tagged(content)
        assert "Ole Berg" in paper.words(content) or "Berg, Ole" in paper.words(content)
        for page in paper.read(content):
            assert paper.is_inside(page, 7)
