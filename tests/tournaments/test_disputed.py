"""A match about which players disagree: no version of it is shown as the score."""

from datetime import date
from itertools import product

import pytest
from django.test import Client

from matches.models import Match, Report
from tests import builders
from tests.matches.reports.test_reports import at_sheet, now
from tests.refusals import says, words
from tournaments.entries.services import add_entries
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db

TYPED = date(2026, 11, 20)
FORMATS = ("swiss", "elimination", "round_robin")
LEVELS = ("agree", "suggest", "trust")
BY_DAY = {*zip(FORMATS, LEVELS, strict=True)}
"""Each format and each level once; at night all of them with each other."""


def disputed(format_key: str, level: str) -> tuple[Tournament, Match]:
    """Return a tournament in which one match ended 7–5, or 6–7."""
    made = builders.tournament(format_key, date=date(2026, 3, 5))
    Division.objects.filter(tournament=made).update(reporting=level)
    builders.entered(made, 4)
    match = builders.matches(builders.published_round(made))[0]
    report(match)
    return made, now(match)


def report(match: Match) -> None:
    first = at_sheet(match, 1)
    first.post(f"/m/{match.code}/final/", {"winner": 1, "points": 5})
    told = Report.objects.get(match=match)
    at_sheet(match, 2).post(
        f"/m/{match.code}/reports/{told.pk}/different/",
        {"mode": "score", "winner": 2, "points": 6},
    )
    assert now(match).state == "disputed"


def scores_in(page: str) -> list[str]:
    """Return which of the two versions a page tells, however it writes a score."""
    parts = (
        'points">7</span><span class="pair__dash">–</span><span class="pair__points">5',
        'points">6</span><span class="pair__dash">–</span><span class="pair__points">7',
    )
    found = [version for version in ("7–5", "5–7", "6–7", "7–6") if version in page]
    return found + [part for part in parts if part in page]


@pytest.mark.parametrize(
    ("format_key", "level"),
    [
        pytest.param(*case, marks=[] if case in BY_DAY else pytest.mark.nightly)
        for case in product(FORMATS, LEVELS)
    ],
)
def test_public_pages_show_no_version_as_the_score(
    client: Client, format_key: str, level: str
) -> None:
    made, match = disputed(format_key, level)
    hub = f"/tournaments/{made.slug}/"
    number = builders.stage(made).number
    paths = [
        hub,
        f"{hub}stages/{number}/",
        f"{hub}rounds/1/",
        f"{hub}standings/",
        f"/m/{match.code}/",
        f"/scoreboard/{match.code}/",
        f"/scoreboard/{match.code}/?style=overlay",
        f"/players/{match.player_1.key}/",
        f"/players/{match.player_1.key}/?against={match.player_2.key}",
        "/",
    ]
    opened = 0
    for path in paths:
        answer = client.get(path, follow=True)
        if answer.status_code == 404:
            continue
        opened += 1
        assert scores_in(answer.content.decode()) == [], path
    assert opened >= 8


@pytest.mark.parametrize("level", ["agree", "trust"])
def test_the_match_page_has_dashes_and_no_winner(client: Client, level: str) -> None:
    _made, match = disputed("swiss", level)
    found = client.get(f"/m/{match.code}/").content.decode()
    assert found.count('<p class="score__points">–</p>') == 2
    assert 'class="score__side is-winner"' not in found
    board = client.get(f"/scoreboard/{match.code}/").content.decode()
    assert board.count(">–</p>") == 2
    assert "is-winner" not in board


def test_a_director_still_sees_both_versions() -> None:
    _made, match = disputed("swiss", "agree")
    ada = builders.signed_in(builders.director())
    found = ada.get(f"/m/{match.code}/").content.decode()
    assert scores_in(found)[:2] == ["7–5", "6–7"]


def test_neither_side_has_won_it_against_the_other(client: Client) -> None:
    _made, match = disputed("swiss", "trust")
    assert match.winner == 1
    for one, two in (
        (match.player_1, match.player_2),
        (match.player_2, match.player_1),
    ):
        answer = client.get(f"/players/{one.key}/?against={two.key}")
        record = answer.context["panels"]["matches"].record
        assert (record["won"], record["lost"]) == (0, 0)


def test_the_desk_names_what_each_player_says() -> None:
    made, match = disputed("swiss", "agree")
    other = Report.objects.get(match=match, side=2)
    theirs = at_sheet(match, 2)
    first = Report.objects.get(match=match, side=1)
    path = f"/m/{match.code}/reports/{first.pk}/different/"
    ada = builders.signed_in(builders.director())
    desk = f"/desk/{made.slug}/"
    assert f"{other.score}." in ada.get(desk).content.decode()
    theirs.post(path, {"mode": "playing"})
    assert says(ada.get(desk), "waiting.not_over")
    theirs.post(path, {"mode": "remark", "comment": "No."})
    found = ada.get(desk).content.decode()
    assert "sent a remark." in found
    assert "None" not in found


def test_the_desk_says_that_one_phone_spoke_for_both() -> None:
    made = builders.tournament()
    Division.objects.filter(tournament=made).update(reporting="agree")
    builders.entered(made, 2)
    (match,) = builders.matches(builders.published_round(made))
    phone = at_sheet(match, 1)
    phone.post(f"/m/{match.code}/final/", {"winner": 1, "points": 5})
    told = Report.objects.get(match=match)
    phone.post(f"/m/{match.code}/reports/{told.pk}/confirm/", {"as": "other"})
    ada = builders.signed_in(builders.director())
    desk = ada.get(f"/desk/{made.slug}/").content.decode()
    assert words("waiting.one_phone", score="7–5") in desk


# The day of a match ----------------------------------------------------------


def test_a_history_is_dated_by_the_tournament(client: Client) -> None:
    """Two evenings whose results were typed the other way round, both today."""
    people = ["Ane Alm", "Bo Falk"]
    later = builders.tournament(date=date(2025, 11, 15))
    entries = builders.entered(later, people)
    earlier = builders.tournament(date=date(2025, 3, 5))
    known = [entry.player for entry in entries]
    add_entries(tournament=earlier, known=known, new=[], here=True, by=None)
    found = []
    for made in (later, earlier):  # so the earlier one is typed last
        (match,) = builders.matches(builders.published_round(made))
        builders.won(1, match)
        found.append(match)
    player = found[0].player_1
    for path in (f"/players/{player.key}/?page=1", f"/p/{player.link_key}/"):
        page = client.get(path).content.decode()
        assert 'datetime="2025-11-15"' in page, path
        assert 'datetime="2025-03-05"' in page, path
        places = [page.index(f"/m/{match.code}/") for match in found]
        assert places == sorted(places), path
    # A tournament that is moved takes its matches along.
    Tournament.objects.filter(pk=earlier.pk).update(date=date(2025, 12, 1))
    page = client.get(f"/players/{player.key}/?page=1").content.decode()
    places = [page.index(f"/m/{match.code}/") for match in found]
    assert places == sorted(places, reverse=True)
