"""Who takes part: entered, undone, here, gone, back; through the services."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.jobs import tasks
from matches.models import JournalEntry, Player
from matches.players.services import NewPlayer
from tests import builders
from tests.examples import on_sqlite, once_on_postgresql
from tests.refusals import raises, shows, told
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries import services as entries_services
from tournaments.entries.errors import ALREADY_ENTERED, PAIR_MEMBERS
from tournaments.entries.options import withdraw
from tournaments.entries.queries import division_lists
from tournaments.models import Amendment, Draw, Entry, Pairing, Tournament
from tournaments.results.amendments.services import undo
from tournaments.results.errors import ENTRY_HAS_PLAYED
from tournaments.setup.services import close_tournament, reopen_tournament
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.structure.queries import stages_of

pytestmark = pytest.mark.django_db


def listed(tournament: Tournament) -> list[tuple[int, str, bool, bool]]:
    """Number, name, whether here and whether gone, of every entry."""
    return [
        (
            entry.number,
            entry.player.name,
            entry.checked_in_at is not None,
            entry.withdrawn_at is not None,
        )
        for entry in builders.entries(tournament)
    ]


def facts(tournament: Tournament) -> dict[str, Any]:
    """Everything an act on entries could change."""
    tournament.refresh_from_db()
    return {
        "entries": listed(tournament),
        "players": Player.objects.count(),
        "revision": tournament.revision,
        "lines": JournalEntry.objects.count(),
        "draws": list(Draw.objects.values_list("state", flat=True)),
    }


def refused(tournament: Tournament, act: Callable[[], Any], error: type) -> str:
    """Refuse the act, change nothing, and return the sentence."""
    before = facts(tournament)
    with raises(error) as caught:
        act()
    assert facts(tournament) == before
    return str(caught.value)


def add(tournament: Tournament, *names: str, **options: Any) -> entries_services.Added:
    """Enter people who are new to the directory."""
    return entries_services.add_entries(
        tournament=tournament,
        known=options.get("known", ()),
        new=[NewPlayer(name) for name in names],
        here=options.get("here", True),
        by=options.get("by"),
    )


def last_line() -> JournalEntry:
    return JournalEntry.objects.order_by("-pk")[0]


@pytest.mark.database
def test_known_and_new_people_are_entered_in_order() -> None:
    ada, evening = builders.director(), builders.tournament()
    ole = builders.player("Ole Falk", club="Oslo")
    added = add(evening, "Ane Alm", "Bo Dahl", known=[ole], by=ada)
    assert [entry.number for entry in added.entries] == [1, 2, 3]
    assert listed(evening) == [
        (1, "Ole Falk", True, False),
        (2, "Ane Alm", True, False),
        (3, "Bo Dahl", True, False),
    ]
    assert Player.objects.count() == 3
    evening.refresh_from_db()
    assert evening.revision == 1
    line = last_line()
    assert (line.act, line.actor) == ("entries_added", ada)
    assert (added.undo.act, added.undo.made_by) == ("entries_added", ada)
    assert (line.subject, line.details["count"]) == (evening.subject, 3)
    assert line.details["names"] == "Ole Falk, Ane Alm, Bo Dahl"


@pytest.mark.database
def test_people_who_are_not_here_yet_are_entered_all_the_same() -> None:
    evening = builders.tournament()
    add(evening, "Ane Alm", here=False)
    assert listed(evening) == [(1, "Ane Alm", False, False)]


@pytest.mark.database
def test_nobody_is_entered_twice() -> None:
    evening = builders.tournament()
    ole = builders.player("Ole Falk")
    add(evening, known=[ole])
    sentence = refused(
        evening, lambda: add(evening, "Ane Alm", known=[ole]), ALREADY_ENTERED
    )
    assert sentence == str(ALREADY_ENTERED(name="Ole Falk"))


@pytest.mark.database
def test_two_people_of_one_name_are_two() -> None:
    evening = builders.tournament()
    add(evening, "Ole Falk", "Ole Falk")
    assert Player.objects.filter(name="Ole Falk").count() == 2


def test_adding_nobody_changes_nothing() -> None:
    evening = builders.tournament()
    before = facts(evening)
    assert add(evening).entries == ()
    assert facts(evening) == before


def test_a_latecomer_joins_from_the_next_round() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    late = add(evening, "Sent Kommer").entries[0]
    assert (late.number, late.joined_round) == (5, 2)
    drawn = builders.drawn_round(evening)
    assert "Sent Kommer" in {str(each.entry_1) for each in builders.pairings(drawn)} | {
        str(each.entry_2) for each in builders.pairings(drawn)
    }


# Undo ----------------------------------------------------------------------


def test_undo_removes_exactly_what_one_act_added() -> None:
    evening = builders.tournament()
    ole = builders.player("Ole Falk")
    add(evening, "Ane Alm")
    added = add(evening, "Bo Dahl", known=[ole])
    add(evening, "Cille Krag")
    assert undo(tournament=evening, pk=added.undo.pk, by=None)
    assert [name for _, name, *_ in listed(evening)] == ["Ane Alm", "Cille Krag"]
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Ane Alm",
        "Cille Krag",
        "Ole Falk",
    }
    assert last_line().details["undone"] == "entries_added"


@pytest.mark.database
def test_undo_twice_is_undo_once() -> None:
    evening = builders.tournament()
    added = add(evening, "Ane Alm")
    undo(tournament=evening, pk=added.undo.pk, by=None)
    before = facts(evening)
    assert not undo(tournament=evening, pk=added.undo.pk, by=None)
    assert facts(evening) == before


def test_undo_leaves_alone_who_came_after_somebody_was_removed() -> None:
    """An old Undo button must not hit a newcomer in the place of the removed one."""
    evening = builders.tournament()
    added = add(evening, "Ane Alm")
    entries_services.remove_entry(tournament=evening, number=1, by=None)
    add(evening, "Bo Dahl")
    undo(tournament=evening, pk=added.undo.pk, by=None)
    assert not Player.objects.filter(name="Ane Alm").exists()
    assert [name for _, name, *_ in listed(evening)] == ["Bo Dahl"]


@pytest.mark.database
def test_undo_of_another_tournament_or_act_does_nothing() -> None:
    evening, other = builders.tournament(), builders.tournament()
    added = add(other, "Ane Alm")
    before = facts(evening), facts(other)
    for pk in (added.undo.pk, added.undo.pk - 1, 10**15):
        with pytest.raises(Amendment.DoesNotExist):
            undo(tournament=evening, pk=pk, by=None)
    assert (facts(evening), facts(other)) == before


def test_undo_is_refused_once_one_of_them_was_drawn() -> None:
    evening = builders.tournament()
    added = add(evening, "Ane Alm", "Bo Dahl")
    builders.published_round(evening)
    sentence = refused(
        evening,
        lambda: undo(tournament=evening, pk=added.undo.pk, by=None),
        ENTRY_HAS_PLAYED,
    )
    assert sentence.startswith("Ane Alm has already been drawn")


@pytest.mark.database
def test_undo_keeps_a_new_player_who_is_entered_elsewhere() -> None:
    evening, other = builders.tournament(), builders.tournament()
    added = add(evening, "Ane Alm")
    ane = Player.objects.get(name="Ane Alm")
    add(other, known=[ane])
    undo(tournament=evening, pk=added.undo.pk, by=None)
    assert Player.objects.filter(name="Ane Alm").exists()


# Removing ------------------------------------------------------------------


def test_somebody_is_taken_off_the_list_once() -> None:
    evening = builders.tournament()
    add(evening, "Ane Alm", "Bo Dahl")
    done = entries_services.remove_entry(tournament=evening, number=1, by=None)
    assert done.params["names"] == "Ane Alm"
    assert [name for _, name, *_ in listed(evening)] == ["Bo Dahl"]
    assert Player.objects.filter(name="Ane Alm").exists()
    before = facts(evening)
    assert entries_services.remove_entry(tournament=evening, number=1, by=None) is None
    assert facts(evening) == before


def test_remove_on_the_page_offers_undo_which_brings_the_entry_back() -> None:
    evening = builders.tournament()
    add(evening, "Ane Alm", "Bo Dahl")
    before = facts(evening)["entries"]
    ada = builders.signed_in(builders.director())
    entries = f"/desk/{evening.slug}/entries/"
    answer = ada.post(f"{entries}1/remove/")
    assert answer["Location"] == entries
    assert [name for _, name, *_ in listed(evening)] == ["Bo Dahl"]
    page = ada.get(entries).content.decode()
    assert "Ane Alm" in page  # the message names who was removed
    undo_url = re.search(r'action="(/desk/[^"]+/changes/\d+/undo/)"', page)
    assert undo_url
    assert ada.post(undo_url[1]).status_code == 302
    assert facts(evening)["entries"] == before
    assert ada.post(undo_url[1]).status_code in {302, 409}  # an old button
    assert facts(evening)["entries"] == before


@pytest.mark.database
def test_a_number_is_never_given_twice() -> None:
    """A page ten minutes old would else remove or withdraw somebody else."""
    evening = builders.tournament()
    add(evening, "Ane Alm", "Bo Dahl")
    entries_services.remove_entry(tournament=evening, number=2, by=None)
    assert add(evening, "Cille Krag").entries[0].number == 3
    entries_services.remove_entry(tournament=evening, number=3, by=None)
    entries_services.remove_entry(tournament=evening, number=1, by=None)
    assert add(evening, "Dagny Holt").entries[0].number == 4


def test_removing_somebody_discards_the_draft_they_stand_in() -> None:
    evening = builders.evening("swiss", 5)
    draft = builders.drawn_round(evening)
    entries_services.remove_entry(tournament=evening, number=3, by=None)
    draft.refresh_from_db()
    assert draft.state == Draw.State.DISCARDED
    assert not Pairing.objects.filter(draw=draft).exists()
    again = builders.drawn_round(evening)
    assert (again.state, again.number) == (Draw.State.DRAFT, 2)


def test_whoever_was_drawn_cannot_be_removed() -> None:
    evening = builders.evening("swiss", 3)
    builders.published_round(evening)
    for number in (1, 2, 3):  # one of them has the bye
        refused(
            evening,
            lambda number=number: entries_services.remove_entry(
                tournament=evening, number=number, by=None
            ),
            ENTRY_HAS_PLAYED,
        )


def test_a_draft_that_closing_discarded_binds_nobody() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    add(evening, "Sent Kommer", "Senere Kommer")
    builders.drawn_round(evening)
    close_tournament(tournament=evening, by=None)
    reopen_tournament(tournament=evening, by=None)
    done = entries_services.remove_entry(tournament=evening, number=5, by=None)
    assert done.params["names"] == "Sent Kommer"


# Here, missing, gone, back -------------------------------------------------


def test_checking_in_and_out_counts_only_those_who_change() -> None:
    evening = builders.tournament()
    builders.entered(evening, 3, here=False)

    def check(numbers: list[int], *, here: bool) -> int:
        return entries_services.check_in(
            tournament=evening, numbers=numbers, here=here, by=None
        )

    assert check([1, 2], here=True) == 2
    assert (last_line().act, last_line().details["names"]) == (
        "checked_in",
        "Ane Alm, Bjarke Alm",
    )
    assert check([1, 2, 3], here=True) == 1
    assert check([2], here=False) == 1
    assert last_line().act == "checked_out"
    assert [here for *_, here, _gone in listed(evening)] == [True, False, True]
    before = facts(evening)
    assert check([2], here=False) == check([], here=True) == check([99], here=True) == 0
    assert facts(evening) == before


def test_one_who_is_not_here_after_all_is_named_and_can_be_here_again(
    ada: Client,
) -> None:
    evening = builders.evening("swiss", 3)
    answer = ada.post(reverse("missing", args=[evening.slug, 2]), follow=True)
    assert [
        (each.level_tag, "Bjarke Alm" in str(each))
        for each in answer.context["messages"]
    ] == [("success", True)]
    page = answer.content.decode()
    undo = reverse("here", args=[evening.slug, 2])
    assert f'action="{undo}" data-live="undo"' in page
    page = ada.post(undo, follow=True).content.decode()
    assert Entry.objects.get(number=2).checked_in_at is not None
    assert f'action="{reverse("missing", args=[evening.slug, 2])}"' in page


def test_the_undo_of_all_checks_out_those_who_were_not_touched_since(
    ada: Client,
) -> None:
    evening = builders.tournament()
    builders.entered(evening, 5, here=False)

    def here() -> list[int]:
        return [number for number, _name, here, _gone in listed(evening) if here]

    ada.post(reverse("here", args=[evening.slug, 1]))
    page = ada.post(reverse("check_in_all", args=[evening.slug]), follow=True)
    assert here() == [1, 2, 3, 4, 5]
    found = re.search(r'action="([^"]+)" data-live="undo"', page.content.decode())
    assert found is not None
    undo_url = html.unescape(found[1])

    ada.post(reverse("missing", args=[evening.slug, 2]))
    ada.post(reverse("here", args=[evening.slug, 2]))
    withdraw.withdraw(tournament=evening, number=3, by=None)
    told_of = ada.post(undo_url, follow=True)
    assert here() == [1, 2, 3]
    *_before, last = told_of.context["messages"]
    assert (last.level_tag, str(last)[0]) == ("success", "2")
    assert (last_line().act, last_line().details["names"]) == (
        "checked_out",
        ", ".join(entry.player.name for entry in builders.entries(evening)[3:]),
    )
    before = facts(evening)
    ada.post(undo_url)
    ada.post(undo_url.split("?")[0])
    assert facts(evening) == before


def test_whoever_withdrew_is_not_drawn_and_can_come_back() -> None:
    evening = builders.evening("swiss", 4)
    played = builders.played_round(evening)
    results = [match.winner for match in builders.matches(played)]
    assert withdraw.withdraw(tournament=evening, number=2, by=None) == "Bjarke Alm"
    assert (
        entries_services.check_in(tournament=evening, numbers=[2], here=False, by=None)
        == 0
    )
    drawn = builders.drawn_round(evening)
    numbers = {
        each.number
        for pairing in builders.pairings(drawn)
        for each in (pairing.entry_1, pairing.entry_2)
        if each
    }
    assert numbers == {1, 3, 4}
    assert [match.winner for match in builders.matches(played)] == results
    assert withdraw.reinstate(tournament=evening, number=2, by=None) == "Bjarke Alm"
    assert [gone for *_, gone in listed(evening)] == [False] * 4


@pytest.mark.database
@pytest.mark.parametrize("act", [withdraw.withdraw, withdraw.reinstate])
def test_leaving_or_coming_back_twice_is_once(act: Callable[..., str]) -> None:
    evening = builders.evening("swiss", 2)
    if act is withdraw.reinstate:
        withdraw.withdraw(tournament=evening, number=1, by=None)
    act(tournament=evening, number=1, by=None)
    before = facts(evening)
    act(tournament=evening, number=1, by=None)
    assert facts(evening) == before


# After closing -------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda evening: add(evening, "Sent Kommer"),
        lambda evening: undo(tournament=evening, pk=1, by=None),
        lambda evening: entries_services.remove_entry(
            tournament=evening, number=1, by=None
        ),
        lambda evening: entries_services.check_in(
            tournament=evening, numbers=[1], here=False, by=None
        ),
        lambda evening: withdraw.withdraw(tournament=evening, number=1, by=None),
        lambda evening: withdraw.reinstate(tournament=evening, number=1, by=None),
    ],
)
def test_a_closed_tournament_keeps_its_entries(act: Callable[..., Any]) -> None:
    evening = builders.evening("swiss", 2)
    close_tournament(tournament=evening, by=None)
    refused(evening, lambda: act(evening), TOURNAMENT_CLOSED)


def test_every_act_leaves_one_line_and_the_revision_only_grows() -> None:
    evening = builders.tournament()
    seen = [(0, JournalEntry.objects.count())]
    add(evening, "Ane Alm", "Bo Dahl", "Cille Krag", here=False)
    acts: list[Callable[[], Any]] = [
        lambda: entries_services.check_in(
            tournament=evening, numbers=[1, 2, 3], here=True, by=None
        ),
        lambda: entries_services.remove_entry(tournament=evening, number=3, by=None),
        lambda: withdraw.withdraw(tournament=evening, number=2, by=None),
        lambda: withdraw.reinstate(tournament=evening, number=2, by=None),
    ]
    for act in acts:
        act()
        evening.refresh_from_db()
        seen.append((evening.revision, JournalEntry.objects.count()))
    assert seen == [(0, 1), (2, 3), (3, 4), (4, 5), (5, 6)]
    assert Entry.objects.count() == 2


# Several divisions ---------------------------------------------------------


def two_divisions() -> Tournament:
    """Open and Beginners, a Swiss each."""
    stages = (StagePlan(format="swiss", match_length=5, rounds=3),)
    return builders.tournament(
        divisions=(
            DivisionPlan(stages=stages, name="Open"),
            DivisionPlan(stages=stages, name="Beginners"),
        )
    )


def in_division(tournament: Tournament, number: int) -> list[str]:
    rows = Entry.objects.filter(tournament=tournament, division__number=number)
    return list(rows.order_by("number").values_list("player__name", flat=True))


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def text(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


@pytest.mark.database
def test_the_list_of_a_division_adds_to_it_and_counts_it(ada: Client) -> None:
    event = two_divisions()
    url = f"/desk/{event.slug}/entries/"
    answer = ada.post(f"{url}add/", {"text": "Ane Alm", "here": "on", "division": "2"})
    assert answer.url == f"{url}?division=2"
    ada.post(f"{url}add/", {"text": "Bo Dahl"})
    assert in_division(event, 1) == ["Bo Dahl"]
    assert in_division(event, 2) == ["Ane Alm"]
    ada.get(url)  # the echo of the last act
    page = text(ada.get(f"{url}?division=2"))
    assert "0/1" in page
    assert "1/1" in page
    assert "Ane Alm" in page
    assert "Bo Dahl" not in page
    for typed in ("9", "x", "²", "\x00", "1" * 400, "-1"):
        assert "Bo Dahl" in text(ada.get(url, {"division": typed}))


def test_everybody_of_another_division_is_entered_once(ada: Client) -> None:
    event = two_divisions()
    add(event, "Ane Alm", "Bo Dahl")
    url = f"/desk/{event.slug}/entries/add/"
    answer = ada.post(url, {"text": "Ane Alm", "copy": "1", "division": "2"})
    assert answer.status_code == 302
    assert in_division(event, 2) == ["Ane Alm", "Bo Dahl"]
    answer = ada.post(url, {"text": "", "copy": "1", "division": "2"})
    assert answer.status_code == 302
    assert told(ada.get(answer.url))[-1] == "info"
    answer = ada.post(url, {"text": "Cy Holt", "copy": "7", "division": "2"})
    assert answer.status_code == 422
    assert "Cy Holt" in text(answer)
    assert Player.objects.count() == 2


def test_who_is_here_is_here_for_all_entries() -> None:
    event = two_divisions()
    add(event, "Ane Alm", here=False)
    entries_services.add_entries(
        tournament=event,
        known=list(Player.objects.all()),
        new=(),
        division=2,
        here=False,
        by=None,
    )
    assert (
        entries_services.check_in(tournament=event, numbers=[1], here=True, by=None)
        == 2
    )
    assert [here for *_, here, _gone in listed(event)] == [True, True]


@pytest.mark.database
def test_the_page_says_that_several_entries_are_checked_in(ada: Client) -> None:
    event = two_divisions()
    add(event, "Ane Alm", here=False)
    entries_services.add_entries(
        tournament=event,
        known=list(Player.objects.all()),
        new=(),
        division=2,
        here=False,
        by=None,
    )
    answer = ada.post(f"/desk/{event.slug}/entries/2/here/")
    assert answer.url.endswith("?division=2")
    assert Entry.objects.filter(checked_in_at__isnull=False).count() == 2


def test_the_public_list_shows_divisions(ada: Client) -> None:
    event = two_divisions()
    add(event, "Ane Alm")
    lists = division_lists(stages_of(event))
    assert [(one.division.name, len(one.rows)) for one in lists] == [
        ("Open", 1),
        ("Beginners", 0),
    ]
    assert not lists[0].has_lots
    page = ada.get(reverse("entry_list", args=[event.slug])).content.decode()
    assert page.index("Open") < page.index("Ane Alm") < page.index("Beginners")


def test_lists_have_a_column_of_countries_where_any_is_known(ada: Client) -> None:
    event = builders.evening("swiss", 4)
    lists = [reverse(name, args=[event.slug]) for name in ("entries", "entry_list")]
    for path in lists:
        assert "Country" not in ada.get(path).content.decode()
    Player.objects.filter(name="Ane Alm").update(country="Danmark")
    for path in lists:
        page = ada.get(path).content.decode()
        heads = re.findall(r'<th scope="col"[^>]*>([^<]*)', page)
        assert heads[:3] == ["Name", "Club", "Country"]
        assert page.count('<td class="is-extra">Danmark</td>') == 1
        rows = re.findall(r'(?s)<tr id="entry-.*?</tr>', page)
        assert {row.count('class="is-extra"') for row in rows} == {2}


# Pairs ---------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.parametrize("sign", once_on_postgresql(" & ", "/", " + ", " /"))
def test_two_names_in_a_line_are_a_pair(ada: Client, sign: str) -> None:
    event = builders.tournament()
    ane = builders.player("Ane Alm")
    url = f"/desk/{event.slug}/entries/add/"
    ada.post(url, {"text": f"Ane Alm{sign}Bo Brink"})
    pair = Entry.objects.get().player
    assert pair.name == " & ".join(("Ane Alm", "Bo Brink"))
    assert pair.sort_name == "Alm, Ane & Brink, Bo"
    assert [each.name for each in pair.members.order_by("name")] == [
        "Ane Alm",
        "Bo Brink",
    ]
    assert ane in pair.members.all()
    answer = ada.post(url, {"text": "Bo Brink / Ane Alm"})
    assert "already entered" in text(answer)
    assert Player.objects.count() == 3


@pytest.mark.parametrize(
    "line", ["Ane & Bo", "Alm & Co", "Ane Alm & Bo Dahl & Cy Holt"]
)
def test_a_line_that_is_not_clearly_two_names_is_one(line: str) -> None:
    event = builders.tournament()
    add(event, line)
    assert Player.objects.get().members.count() == 0


def test_a_pair_of_one_person_is_refused(ada: Client) -> None:
    event = builders.tournament()
    url = f"/desk/{event.slug}/entries/add/"
    answer = ada.post(url, {"text": "Ane Alm & Ane Alm"})
    assert answer.status_code == 422
    assert PAIR_MEMBERS.english in text(answer)
    assert "Ane Alm & Ane Alm" in text(answer)
    answer = ada.post(url, {"text": "Ane Alm & Bo Dahl\nBo Dahl & Ane Alm"})
    assert shows(answer, "same-line")
    assert not Player.objects.exists()


def test_undo_forgets_a_pair_and_the_people_made_for_it() -> None:
    event = builders.tournament()
    bo = builders.player("Bo Brink")
    added = add(event, "Ane Alm & Bo Brink")
    assert Player.objects.count() == 3
    undo(tournament=event, pk=added.undo.pk, by=None)
    assert list(Player.objects.all()) == [bo]


@pytest.mark.database
def test_who_plays_in_a_pair_and_alone_is_called_once_at_a_time() -> None:
    event = two_divisions()
    add(event, "Ane Alm", "Cy Holt")
    for line in ("Ane Alm & Bo Brink", "Eva Krag & Ole Falk"):
        entries_services.add_entries(
            tournament=event,
            known=(),
            new=[NewPlayer(line)],
            here=True,
            division=2,
            by=None,
        )
    for stage in stages_of(event):
        asked = request_draw(tournament=event, stage=stage, by=None)
        tasks.run_job(asked.job_id)
        publish_round(draw_id=asked.pk, tournament=event, by=None)
    rows = Pairing.objects.order_by("match_number")
    assert [row.table for row in rows] == [1, None]


def test_the_list_shows_what_draws_take_into_account() -> None:
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    desk = f"/desk/{evening.slug}/entries/"
    sent = {"family": "Alm", "wants_bye": "on", "never": ["1", "4"]}
    ada.post(f"{desk}2/change/", sent)
    page = " ".join(html.unescape(ada.get(desk).content.decode()).split())
    assert "Alm</span>" in page
    assert page.count("not against 2 players") == 1
    assert page.count("not against 1 players") == 2
    assert page.count("requests a bye") == 1
    builders.played_round(evening)
    assert "requests a bye" not in ada.get(desk).content.decode()


def test_pairs_are_called_pairs_where_they_play() -> None:
    stages = tuple(
        StagePlan(format="swiss", match_length=5, rounds=3, options=options)
        for options in ({}, {"legs": 2})
    )
    plans = tuple(DivisionPlan(name=f"D{n}", stages=(stages[n],)) for n in range(2))
    made = builders.tournament(divisions=plans)
    ada = builders.signed_in(builders.director())
    desk = f"/desk/{made.slug}/entries/"
    singles = ada.get(desk).content.decode()
    doubles = ada.get(f"{desk}?division=2").content.decode()
    assert "Add players" in singles
    assert "Bo Brink" not in singles
    assert "Add pairs" in doubles
    assert "Bo Brink" in doubles
    assert 'class="switch"' in doubles
    text = "Ane Alm & Bo Brink\nCille Dahl & Dag Engel"
    sent = {"text": text, "division": "2", "confirmed": "1"}
    answer = ada.post(f"{desk}add/", sent, follow=True)
    assert told(answer) == ["success"]
    assert Player.objects.filter(members__isnull=False).distinct().count() == 2


# By the beginning of a name -------------------------------------------------


@pytest.mark.database
def test_three_letters_check_somebody_in() -> None:
    evening = builders.tournament()
    builders.entered(evening, ("Anders And", "Ole Åsen", "Olga Berg"), here=False)
    ada = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/entries/check-in/name/"

    def here() -> set[str]:
        found = Entry.objects.filter(checked_in_at__isnull=False)
        return {entry.player.name for entry in found.select_related("player")}

    answer = ada.post(path, {"who": "åse"})
    assert answer.status_code == 302
    assert here() == {"Ole Åsen"}
    page = ada.get(answer["Location"]).content.decode()
    assert re.search(r'name="who"[^>]* autofocus', page)
    # The script gives the focus to the first that asks: not to the box to add.
    first = page.index("data-autofocus")
    assert 'name="who"' in page[page.rindex("<", 0, first) : first]
    assert "/missing/" in page  # the undo
    # Of two whose names begin so, only one is still to come.
    assert ada.post(path, {"who": "ol"}).status_code == 302
    assert here() == {"Ole Åsen", "Olga Berg"}
    assert ada.post(path, {"who": "OLE"}).status_code == 302  # is here already
    assert ada.post(path, {"who": "and a"}).status_code == 302
    assert here() == {"Ole Åsen", "Olga Berg", "Anders And"}


@pytest.mark.database
@pytest.mark.parametrize(
    "typed", ["o", "%", "\x00", *map(on_sqlite, ("nobody", "", " ", "x" * 200))]
)
def test_what_names_nobody_or_several_comes_back(typed: str) -> None:
    evening = builders.tournament()
    builders.entered(evening, ("Ole Åsen", "Olga Berg"), here=False)
    ada = builders.signed_in(builders.director())
    answer = ada.post(f"/desk/{evening.slug}/entries/check-in/name/", {"who": typed})
    assert answer.status_code == 422
    assert not Entry.objects.filter(checked_in_at__isnull=False).exists()
    assert answer.context["page"].arrival.errors["who"]


def test_what_saves_the_list_stands_at_the_list(ada: Client) -> None:
    """On phones the box to add stands first: above it is nothing but the title."""
    evening = builders.evening("swiss", 4)
    page = ada.get(f"/desk/{evening.slug}/entries/").content.decode()
    listed = page.index('class="section"')
    assert page.index('class="desk"') < listed < page.index("save-as")
