"""The log: what is asked for is shown, and each line leads to what it is about."""

import re

import pytest
from django.test import Client

from matches.accounts.roles import Role
from matches.models import Match, User
from matches.web import journal
from matches.web.models import JournalEntry
from tests import builders
from tournaments.hall.log import log_of, log_table
from tournaments.hall.log_kinds import ALL_KINDS, KINDS, KNOWN, kind_of
from tournaments.hall.log_words import ACTS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_every_act_is_of_one_kind_and_every_kind_knows_its_acts() -> None:
    assert sum(len(kind.acts) for kind in KINDS) == len(KNOWN)
    assert set(ACTS) >= KNOWN
    assert {kind_of(act).key for act in ACTS} == {kind.key for kind in ALL_KINDS}


@pytest.fixture
def made() -> Tournament:
    """An evening with acts of two people, one of a player, and a result."""
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    builders.won(1, match)
    bea = builders.director("Bea")
    for act, by in (("calling_paused", bea), ("calling_resumed", None)):
        journal.record_act(act=act, by=by, subject=evening.subject)
    return evening


def asked(made: Tournament, **filters: str) -> set[str]:
    """Return the acts that are shown."""
    said = [line.text for line in log_of(made, filters).lines]
    shown = {re.sub(r"^(M\d+|Round \d+:) ", "", text) for text in said}
    rows = JournalEntry.objects.all()
    return {row.act for row in rows if ACTS[row.act] % row.parameters() in shown}


@pytest.mark.database
def test_filters_choose_by_kind_by_person_and_by_day(made: Tournament) -> None:
    everything, bea = asked(made), User.objects.get(username="Bea")
    assert everything > {"calling_paused", "calling_resumed", "round_published"}
    assert asked(made, kind="hall") == {"calling_paused", "calling_resumed"}
    assert asked(made, who=str(bea.pk)) == {"calling_paused"}
    assert "calling_resumed" in asked(made, who="players")
    assert asked(made, who=str(bea.pk), kind="draws") == set()
    kinds = [asked(made, kind=kind.key) for kind in ALL_KINDS]
    assert sum(map(len, kinds)) == len(everything)
    today = f"{JournalEntry.objects.latest('pk').at.astimezone():%Y-%m-%d}"
    assert asked(made, day=today) | asked(made, day="2001-01-01") <= everything
    assert asked(made, day=today)
    for other in ("2001-01-01", "0001-01-01", "9999-12-31"):
        assert asked(made, day=other) == set()


@pytest.mark.parametrize(
    "odd", [{"kind": "x"}, {"who": "0"}, {"who": "٣"}, {"day": "31.31"}, {"day": "\0"}]
)
def test_an_odd_question_is_told_and_hides_nothing(
    made: Tournament, odd: dict[str, str]
) -> None:
    answer = builders.signed_in(builders.director()).get(f"/desk/{made.slug}/log/", odd)
    log = answer.context["log"]
    assert answer.status_code == 422
    assert len(log.lines) == len(log_of(made).lines)


def test_a_line_about_a_match_has_its_number_on_the_page_and_in_the_file(
    made: Tournament,
) -> None:
    match = Match.objects.get(state=Match.State.DONE)
    number = match.pairing.match_number
    (line,) = log_of(made, {"kind": "results"}).lines[:1]
    assert line.text.startswith(f"M{number} {match.player_1.name} – ")
    told = [row[2] for row in log_table(made, {"kind": "results"}).rows]
    assert told[0] == line.text


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.DESK, Role.VIEWER])
def test_every_line_leads_where_its_reader_may_go(made: Tournament, role: Role) -> None:
    person = builders.director("Cleo")
    person.role = role
    person.save()
    for act in ("tables_set", "papers_printed", "money_kept", "tournament_changed"):
        journal.record_act(
            act=act,
            by=None,
            subject=made.subject,
            details={"tables": "1", "paper": "x", "number": 1, "name": "Ada"},
        )
    browser = builders.signed_in(person)
    page = browser.get(f"/desk/{made.slug}/log/")
    links = {line.url for line in page.context["log"].lines} - {""}

    assert any(re.fullmatch(r"/m/\w+/", link) for link in links)
    assert {browser.get(link).status_code for link in links} == {200}
    is_director = role == Role.DIRECTOR
    assert (f"/desk/{made.slug}/settings/" in links) == is_director


def test_further_pages_keep_the_question(
    made: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.hall.log.PER_PAGE", 1)
    page = Client()
    page.force_login(builders.director())
    text = page.get(f"/desk/{made.slug}/log/?kind=hall").content.decode()
    assert "?kind=hall&amp;page=2" in text


def test_draws_of_several_divisions_say_whose_they_are() -> None:
    weekend = builders.weekend()
    builders.published_round(weekend)
    texts = [line.text for line in log_of(weekend).lines]
    assert "Main · Round 1: Published (attempt 1)." in texts
    assert "Main · Round 1: Draw started (attempt 1)." in texts
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    texts = [line.text for line in log_of(evening).lines]
    assert "Round 1: Published (attempt 1)." in texts
