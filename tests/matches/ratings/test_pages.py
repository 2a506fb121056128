"""The pages of rating lists, as visitors and directors use them."""

from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from matches.ledger.recording import correct_final
from matches.models import (
    ListedPlayer,
    Match,
    Player,
    RatedMatch,
    RatingImport,
    RatingList,
    Recalculation,
)
from matches.ratings import queries
from matches.ratings.computing import bring_up_to_date, first_moment
from matches.ratings.forms import RATING_IMPOSSIBLE, RATING_MISSING
from matches.ratings.panels import (
    MOST_POINTS,
    chart_of,
    course_of,
    shown_change,
    shown_rating,
    thinned,
)
from matches.ratings.services import ListRules, give_ratings, make_list
from matches.web.sentences import marked_place
from tests import builders

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "Club",
    "formula": "fibs",
    "active_months": "12",
    "least_length": "1",
    "most_length": "99",
    "takes_tournaments": "on",
    "takes_club": "on",
    "is_public": "on",
}


@pytest.fixture(scope="module")
def of(kept):
    """A list with one match."""
    builders.won(1, builders.match())
    made = make_list(rules=ListRules(name="Club", provisional=100), by=None)
    bring_up_to_date()
    return made


@pytest.fixture
def ada(of):
    return builders.signed_in(builders.director())


@pytest.fixture
def anybody(of):
    yield Client()


def named(move):
    return shown_rating(move.before), shown_rating(move.after)


def test_one_list_alone_is_shown_at_once(anybody, ada):
    assert anybody.get("/ratings/").headers["Location"] == "/ratings/club/"
    assert ada.get("/ratings/").status_code == 200


def test_the_list_shows_who_stands_where(anybody):
    shown = anybody.get("/ratings/club/").context
    places = [
        (row.place[0], shown_rating(row.rating), row.is_provisional)
        for row in shown["rows"]
    ]
    assert places == [(1, "1526.46", True), (2, "1473.54", True)]
    assert not shown["may_edit"]


def test_the_list_is_searched_and_filtered(anybody):
    def places(query):
        rows = anybody.get(f"/ratings/club/?{query}").context["rows"]
        return [row.place[0] for row in rows]

    assert places("q=brink") == [2]
    assert places("q=nobody") == []
    assert places("settled=1") == []
    ListedPlayer.objects.filter(wins=0).update(last_day="2020-01-01")
    assert places("") == [1]
    assert places("all=1") == [1, 2]
    assert anybody.get("/ratings/club/").context["inactive"] == 1
    for odd in ("page=x", "page=99", "q=%00", "all=7"):
        assert anybody.get(f"/ratings/club/?{odd}").status_code == 200
    assert anybody.get("/ratings/%00/").status_code == 404


def test_a_hidden_list_is_not_there_for_others(anybody, ada):
    RatingList.objects.update(is_public=False)
    assert anybody.get("/ratings/club/").status_code == 404
    assert ada.get("/ratings/club/").status_code == 200
    assert not anybody.get("/ratings/").context["lists"]


def test_a_director_makes_a_list(ada):
    typed = TYPED | {"formula": "japan", "op": "one"}
    answers = [ada.post("/ratings/new/", typed) for _ in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {"/ratings/club-2/"}
    made = RatingList.objects.get(key="club-2")
    assert (made.start, made.provisional, made.takes_retired) == (10_000_000, 0, False)
    assert ada.post("/ratings/new/", TYPED | {"name": "new"}).status_code == 302
    assert RatingList.objects.filter(key="new-2").exists()


@pytest.mark.parametrize(
    "odd",
    [
        {"name": ""},
        {"formula": "elo"},
        {"start": "0"},
        {"start": "9999"},
        {"start": "1500?"},
        {"least_length": "9", "most_length": "5"},
        {"takes_tournaments": "", "takes_club": ""},
        {"from_day": "31.31.2026"},
        {"active_months": "0"},
        {"name": "\x00"},
    ],
)
def test_rules_that_cannot_be_are_refused(ada, odd):
    answer = ada.post("/ratings/new/", TYPED | odd)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert RatingList.objects.count() == 1


def test_rules_are_changed_after_a_look_at_what_moves(ada):
    path = "/ratings/club/rules/"
    shown = ada.get(path).context["form"]
    typed = TYPED | {"formula": "steady", "start": "1500", "provisional": "100"}
    typed |= {"takes_retired": "on", "known": shown.initial["known"], "save": "1"}
    looked = ada.post(path, typed)  # not seen yet
    moves = looked.context["moves"]
    assert (moves["count"], moves["matches"]) == (2, 1)
    assert [named(move) for move in moves["shown"]] == [
        ("1526.46", "1505.29"),
        ("1473.54", "1494.71"),
    ]
    assert RatingList.objects.get().formula == "fibs"
    seen = looked.context["form"].data["seen"]
    assert ada.post(path, typed | {"seen": seen, "known": "old"}).status_code == 409
    assert ada.post(path, typed | {"seen": seen}).status_code == 302
    assert RatingList.objects.get().is_stale
    bring_up_to_date()
    assert RatingList.objects.get().formula == "steady"


def test_a_list_is_removed_and_put_back(ada, anybody):
    assert ada.post("/ratings/club/remove/").status_code == 302
    assert anybody.get("/ratings/club/").status_code == 404
    assert ada.get("/ratings/").context["removed"]
    assert ada.post("/ratings/club/restore/").status_code == 302
    bring_up_to_date()
    assert anybody.get("/ratings/club/").context["rows"]


def test_matches_are_due_until_the_lists_know_them(of):
    assert not Match.objects.filter(ratings_due=True).exists()


# What a match was worth ------------------------------------------------------


def test_a_match_says_what_it_was_worth(anybody):
    match = Match.objects.get()
    page = anybody.get(f"/m/{match.code}/").context["page"]
    (worth,) = page.panels["ratings"]
    assert [
        (shown_rating(before, 4), shown_rating(after, 4), shown_change(change, 4))
        for _player, before, after, change in worth.changes
    ] == [
        ("1500.0000", "1526.4575", "+26.4575"),
        ("1500.0000", "1473.5425", "−26.4575"),
    ]


def test_lists_of_matches_say_rated_where_a_list_counts_them(anybody):
    match = Match.objects.get()
    path = f"/players/{match.player_1.key}/"
    rows = anybody.get(path).context["panels"]["matches"].rows
    assert [row.is_rated for row in rows] == [True]
    RatingList.objects.update(is_public=False)
    rows = anybody.get(path).context["panels"]["matches"].rows
    assert [row.is_rated for row in rows] == [False]


def test_a_typed_rating_is_told_while_no_list_has_another(anybody):
    player = Match.objects.get().player_1
    path = f"/players/{player.key}/"
    Player.objects.filter(pk=player.pk).update(rating="1712.5", club="Køge BK")
    assert anybody.get(path).context["about"] == "Køge BK"
    RatingList.objects.update(removed_at=timezone.now())
    about = anybody.get(path).context["about"]
    assert "1712.5" in about


def test_the_directory_shows_the_rating_of_a_list(anybody):
    """The club's own before that of a federation; a typed one while there is none."""

    def ratings():
        rows = anybody.get("/players/").context["rows"]
        shown = [str(rating) for _player, rating in rows]
        file = anybody.get("/players.csv").content.decode().splitlines()[1:]
        written = [f"{rating.normalize():f}" for _player, rating in rows if rating]
        assert all(one in line for one, line in zip(written, file, strict=False))
        return shown

    match = Match.objects.get()
    one, two = match.player_1, match.player_2
    names = sorted([one, two], key=lambda player: player.sort_name)
    Player.objects.filter(pk=one.pk).update(rating="1712.50")
    federation = make_list(rules=ListRules(name="F", formula="imported"), by=None)
    gifts = [(one, 19_000_000), (two, 18_000_000)]
    give_ratings(gifts, of=federation, day=date(2026, 2, 1), by=None)
    bring_up_to_date()
    own = {one: "1526.46", two: "1473.54"}
    assert ratings() == [own[player] for player in names]
    RatingList.objects.filter(key="club").update(removed_at=timezone.now())
    imported = {one: "1900.00", two: "1800.00"}
    assert ratings() == [imported[player] for player in names]
    RatingList.objects.update(is_public=False)
    typed = {one: "1712.50", two: "None"}
    assert ratings() == [typed[player] for player in names]


def test_a_player_has_ratings_with_their_course(anybody):
    match = Match.objects.get()
    path = f"/players/{match.player_1.key}/"
    (rating,) = anybody.get(path).context["panels"]["ratings"]
    listed = rating["listed"]
    assert shown_rating(listed.rating) == "1526.46"
    assert (listed.place, rating["chart"]) == ((1, False), None)
    day = timezone.localdate() - timedelta(days=40)
    RatedMatch.objects.create(
        list=listed.list,
        match=builders.match(people=("Cille Dahl", "Dagny Engel")),
        moment=first_moment(day),
        player_1=match.player_2,
        player_2=match.player_1,
        length=7,
        winner=1,
        **dict.fromkeys(("before_1", "after_1", "before_2"), 15_000_000),
        after_2=14_000_000,
    )
    answer = anybody.get(path)
    (rating,) = answer.context["panels"]["ratings"]
    chart = rating["chart"]
    assert [value for _day, value in chart["points"]] == [14_000_000, 15_264_575]
    assert chart["path"] == "0.0,160.0 640.0,25.1"
    marks = [(x, anchor) for x, _day, anchor in chart["days"]]
    assert (marks[0], marks[-1]) == ((0, "start"), (640, "end"))
    assert {anchor for _x, anchor in marks[1:-1]} == {"middle"}
    days = [marked for _x, marked, _anchor in chart["days"]]
    assert (days[0], days[-1], len(days)) == (day, timezone.localdate(), 3)
    assert b"rating-chart__course" in answer.content
    other = anybody.get(f"{path}?against={match.player_2.key}")
    assert not other.context["panels"]["ratings"]


def test_places_are_the_same_on_the_list_and_on_the_page_of_a_player(
    anybody, of, monkeypatch
):
    """Equals share a place, and who has not played for long is left out of both."""
    one, two = Match.objects.get().player_1, Match.objects.get().player_2
    today, long_ago = timezone.localdate(), date(2020, 1, 1)
    for rating, last_day in (
        *((16_000_000, day) for day in (today, today, today, long_ago)),
        *((15_000_000, day) for day in (today, today)),
        (17_000_000, long_ago),
    ):
        ListedPlayer.objects.create(
            list=of,
            player=builders.player(f"Of {ListedPlayer.objects.count()}"),
            rating=rating,
            experience=200,
            matches=9,
            wins=4,
            last_day=last_day,
        )
    expected = ["=1", "=1", "=1", "4", "=5", "=5", "7"]

    def shown(query=""):
        rows = anybody.get(f"/ratings/club/?{query}").context["rows"]
        return {
            row.player.key: marked_place(row.place[0], shared=row.place[1])
            for row in rows
        }

    places = shown()
    assert list(places.values()) == expected
    assert (places[one.key], places[two.key]) == ("4", "7")
    assert list(shown("q=of").values()) == ["=1", "=1", "=1", "=5", "=5"]
    for listed in ListedPlayer.objects.select_related("player"):
        path = f"/players/{listed.player.key}/"
        (rating,) = anybody.get(path).context["panels"]["ratings"]
        place, shared = rating["listed"].place or (0, False)
        shown_there = marked_place(place, shared=shared) if place else ""
        assert shown_there == places.get(listed.player.key, "")
    assert list(shown("all=1").values()) == ["1", *["=2"] * 4, "6", *["=7"] * 2, "9"]
    # A shared place goes on from one page to the next.
    monkeypatch.setattr(queries, "PER_PAGE", 2)
    by_pages = [place for at in range(1, 5) for place in shown(f"page={at}").values()]
    assert by_pages == expected


def test_an_imported_list_has_no_columns_of_matches(anybody):
    """The club knows nothing of the matches that a federation has counted."""
    match = Match.objects.get()
    list_of = make_list(rules=ListRules(name="F", formula="imported"), by=None)
    gifts = [(match.player_1, 19_000_000)]
    give_ratings(gifts, of=list_of, day=date(2026, 2, 1), by=None)
    bring_up_to_date()
    heads = {
        path: anybody.get(path).content.decode().count('<th scope="col"')
        for path in ("/ratings/club/", list_of.get_absolute_url())
    }
    assert list(heads.values()) == [7, 3]
    player = anybody.get(f"/players/{match.player_1.key}/").content.decode()
    own, imported = player.split('id="rating-title-f"')
    assert "<dt>Experience</dt>" in own
    assert "<dt>Experience</dt>" not in imported


def test_a_course_of_many_days_is_thinned():
    first = date(2020, 1, 1)
    course = [(first + timedelta(days=n // 2), n) for n in range(2000)]
    points = thinned(course)
    assert len(points) == MOST_POINTS
    assert (points[0][1], points[-1][1]) == (1, 1999)
    assert chart_of(course[:2]) is None
    two_days = chart_of(course[:4])
    assert [day for _x, day, _anchor in two_days["days"]] == [
        first,
        first + timedelta(days=1),
    ]


def test_what_moved_is_published(anybody):
    assert not anybody.get("/ratings/club/changes/").context["listed"]
    match = Match.objects.get()
    correct_final(
        match_id=match.pk, score_1=5, score_2=7, revision=match.revision, by=None
    )
    bring_up_to_date()
    (change,) = anybody.get("/ratings/club/changes/").context["listed"]
    assert change.moved == 2
    shown = anybody.get(change.get_absolute_url()).context
    assert [cause.match for cause in shown["causes"]] == [match]
    assert [named(move) for move in shown["moves"]] == [
        ("1526.46", "1473.54"),
        ("1473.54", "1526.46"),
    ]
    assert anybody.get("/ratings/club/changes/4711/").status_code == 404


# Imported ratings ------------------------------------------------------------

PASTED = """Ane Alm; ; 1712.34
Ida Juul; Køge; 1500
Ida Juul; Køge; 1600
Kai Lund; ; 1500?
Mie Nord; ; 0
Ove Post; ; 9999
Per Quist
"""


def test_a_list_is_shown_before_it_is_imported(ada):
    day = timezone.localdate().isoformat()
    typed = {"text": PASTED, "day": day, "experience": "400", "op": "once"}
    path = "/ratings/club/import/"
    empty = ada.get(path).context["form"]
    assert not empty.errors
    assert empty["day"].value() == timezone.localdate()
    shown = ada.post(path, typed).context
    lines = shown["lines"]
    assert [one.verdict for one in lines] == [
        *("known", "new", "duplicate", "error", "error", "error", "error")
    ]
    assert [one.problem and one.problem.refusal for one in lines[3:]] == [
        RATING_IMPOSSIBLE,
        RATING_IMPOSSIBLE,
        RATING_IMPOSSIBLE,
        RATING_MISSING,
    ]
    assert lines[3].reason == str(RATING_IMPOSSIBLE(rating="1500?"))
    assert (shown["taken"], shown["left"]) == (2, 5)
    assert shown["form"]["text"].value() == PASTED
    assert not RatingImport.objects.exists()
    for _ in range(2):
        answer = ada.post(path, typed | {"confirmed": "1"})
        assert answer.headers["Location"] == "/ratings/club/"
    made = RatingImport.objects.get()
    assert Player.objects.filter(name="Ida Juul").count() == 1
    bring_up_to_date()
    listed = ListedPlayer.objects.get(player__name="Ida Juul")
    assert (listed.rating, listed.experience, listed.matches) == (15_000_000, 400, 0)
    assert Recalculation.objects.get().reason == Recalculation.Reason.GIVEN
    assert ada.get(path).context["imports"] == [made]
    assert ada.post(f"{path}{made.pk}/take-back/").status_code == 302
    bring_up_to_date()
    assert not ListedPlayer.objects.filter(player__name="Ida Juul").exists()


def test_an_unsure_line_asks_who_is_meant(ada):
    path = "/ratings/club/import/"
    day = timezone.localdate().isoformat()
    typed = {"text": "Ane Almm;;1600\nAne Alm;;1500", "day": day, "confirmed": "1"}
    answer = ada.post(path, typed)
    assert answer.status_code == 422
    unsure, known = answer.context["lines"]
    assert (unsure.is_open, known.is_open) == (True, False)
    twice = ada.post(path, typed | {unsure.field: known.choice})
    assert twice.status_code == 422
    assert twice.context["form"].errors
    assert ada.post(path, typed | {unsure.field: "skip"}).status_code == 302
    assert RatingImport.objects.get().count == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"text": ""},
        {"text": "x\x00"},
        {"day": "9999-01-01"},
        {"day": "soon"},
        {"experience": "-1"},
        {"text": "Per Quist", "confirmed": "1"},
        {"text": "Ane Alm;;1\n" * 1001},
    ],
)
def test_lists_that_cannot_be_imported(ada, odd):
    typed = {"text": "Ane Alm;;1500", "day": timezone.localdate().isoformat()}
    assert ada.post("/ratings/club/import/", typed | odd).status_code == 422
    assert not RatingImport.objects.exists()


def test_a_file_is_read_as_a_list(ada):
    file = SimpleUploadedFile("l.csv", "Name;Club;Rating\nÅse Ø;;1500".encode("cp1252"))
    typed = {"file": file, "day": timezone.localdate().isoformat()}
    shown = ada.post("/ratings/club/import/", typed).context
    assert [one.line.name for one in shown["lines"]] == ["Åse Ø"]
    assert "Åse Ø" in shown["form"]["text"].value()


def test_new_players_of_an_imported_list_have_their_country(ada):
    typed = {"text": "Åse Ø; DEN; 1500", "experience": "400", "op": "once"}
    typed |= {"day": timezone.localdate().isoformat(), "confirmed": "1"}
    assert ada.post("/ratings/club/import/", typed).status_code == 302
    assert Player.objects.get(name="Åse Ø").country == "DEN"


def test_an_imported_list_shows_what_was_imported(of):
    rules = ListRules(name="Federation", formula="imported")
    federation = make_list(rules=rules, by=None)
    ane = Player.objects.get(name="Ane Alm")
    for day, rating in ((date(2026, 2, 1), 17_000_000), (date(2026, 3, 1), 17_500_000)):
        give_ratings([(ane, rating)], of=federation, day=day, by=None)
    bring_up_to_date()
    (row,) = ListedPlayer.objects.filter(list=federation)
    assert (row.player, row.rating, row.matches) == (ane, 17_500_000, 0)
    assert Client().get("/ratings/federation/").context["rows"]
    assert len(course_of(federation, ane.pk)) == 2
