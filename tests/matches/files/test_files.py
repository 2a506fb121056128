"""Match files on the match page: sent in, compared, taken over, taken out again."""

import json
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.files.compare import (
    FileAgreement,
    compare_with_match,
    guess_swapped,
    parsed,
    used_files,
)
from matches.files.services import (
    FILE_DIFFERS,
    IMPORT_STANDS,
    NO_GAMES_IN_FILE,
    TOO_MANY_FILES,
    attach,
    import_games,
    label,
    remove_file,
    restore_file,
    undo_import,
)
from matches.ledger.adjust import PointsDecision, adjust
from matches.ledger.errors import ALREADY_REPORTED, ONLY_DIRECTOR
from matches.ledger.recording import correct_game, record_final, remove_last_game
from matches.ledger.reporter import PERSONAL, Reporter
from matches.models import Match
from matches.rulebook.profiles import Reporting
from matches.rules import AdjustmentReason, Ending, GameResult, Score, Side
from matches.rules.board import NACKGAMMON
from matches.rules.refusals import RuleError
from matches.transcripts import Dialect, read
from tests import builders
from tests.builders import game, play
from tests.refusals import raises

pytestmark = pytest.mark.django_db

THREE_POINTS = b"""\
 3 point match

 Game 1
 Ane Alm : 0                      Bjarke Brink : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
  2)  Doubles => 2                 Takes
  3) 65: 24/18 18/13              11: 8/7 8/7 6/5 6/5
      Wins 2 points

 Game 2
 Ane Alm : 2                      Bjarke Brink : 0
  1)                              31: 8/5 6/5
  2) 52: 13/8 13/11               ????
      Wins 1 point and the match
"""
FIRST = GameResult(Side.ONE, cube=2, ending=Ending.RESIGNED)
SECOND = GameResult(Side.ONE, ending=Ending.RESIGNED)
CROSSED = THREE_POINTS.replace(b"Ane Alm", b"X").replace(b"Bjarke Brink", b"Ane Alm   ")
CROSSED = CROSSED.replace(b"X :", b"Bjarke Brink :")


@pytest.fixture
def match():
    return builders.match(3)


def live(match):
    rows = match.games.valid().order_by("number")
    return [row.result for row in rows]


def kept(match, content=THREE_POINTS, **more):
    named = {"match_id": match.pk, "name": "ane.mat", "by": None}
    return attach(**named, content=content, **more)[0]


def imported(match, content=THREE_POINTS, **more):
    file = kept(match, content)
    return import_games(
        match_id=match.pk, file_id=file.pk, swapped=file.swapped, by=None, **more
    )


def test_a_file_becomes_the_ledger(match):
    recorded = imported(match)
    assert live(match) == [FIRST, SECOND]
    assert (recorded.match.score_1, recorded.match.score_2) == (3, 0)
    assert recorded.match.winner == Side.ONE
    assert used_files(match) == {match.files.get().pk}


def test_a_file_alone_records_nothing(match):
    file, is_new = attach(
        match_id=match.pk, name="a.mat", content=THREE_POINTS, by=None
    )
    assert is_new
    assert bytes(file.content) == THREE_POINTS
    assert live(match) == []
    assert kept(match) == file
    assert match.files.count() == 1


def test_sides_go_by_the_columns_and_their_names(match):
    crossed = parsed(CROSSED)
    assert guess_swapped(match, crossed) is True
    assert guess_swapped(match, parsed(THREE_POINTS)) is False
    recorded = imported(match, CROSSED)
    assert [each.winner for each in live(match)] == [Side.TWO, Side.TWO]
    assert recorded.match.winner == Side.TWO


def test_names_that_do_not_tell():
    match = builders.match(3, people=("Cille Dahl", "Dagny Engel"))
    assert guess_swapped(match, parsed(THREE_POINTS)) is None
    assert kept(match).swapped is False


@pytest.mark.database
def test_what_is_recorded_already_stays(match):
    play(match, game(1, cube=2))
    pk = match.games.get().pk
    judged = parsed(THREE_POINTS)
    assert (
        compare_with_match(match, judged, swapped=False).standing is FileAgreement.FEWER
    )
    imported(match)
    assert len(live(match)) == 2
    assert match.games.get(pk=pk).file_id == match.files.get().pk
    assert (
        compare_with_match(match, judged, swapped=False).standing is FileAgreement.SAME
    )


def test_other_games_are_replaced_only_on_request(match):
    play(match, game(2), game(1, cube=2))
    with raises(FILE_DIFFERS):
        imported(match)
    assert len(live(match)) == 2
    recorded = imported(match, replace=True)
    assert live(match) == [FIRST, SECOND]
    undone = undo_import(
        match_id=match.pk, revision=recorded.match.revision, by=None
    ).match
    assert live(match) == [game(2), game(1, cube=2)]
    assert (undone.score_1, undone.score_2, undone.winner) == (2, 1, None)
    assert used_files(match) == set()


def test_a_result_that_agrees_stays(match):
    record_final(match_id=match.pk, score_1=3, score_2=0, by=None)
    recorded = imported(match)
    assert recorded.match.state == Match.State.DONE
    assert match.final_scores.valid().count() == 1


def test_a_result_that_differs_is_replaced_only_on_request(match):
    record_final(match_id=match.pk, score_1=3, score_2=1, by=None)
    with raises(ALREADY_REPORTED):
        imported(match)
    recorded = imported(match, replace=True)
    assert (recorded.match.score_1, recorded.match.score_2) == (3, 0)
    undone = undo_import(
        match_id=match.pk, revision=recorded.match.revision, by=None
    ).match
    assert (undone.score_1, undone.score_2, undone.winner) == (3, 1, 1)


@pytest.mark.database
def test_the_same_act_twice_is_one(match):
    file = kept(match)
    for changed in (True, False):
        recorded = import_games(
            match_id=match.pk, file_id=file.pk, swapped=False, op="k1", by=None
        )
        assert recorded.changed is changed
    assert len(live(match)) == 2


@pytest.mark.database
def test_undo_leaves_what_an_earlier_import_told(match):
    first = THREE_POINTS[: THREE_POINTS.index(b" Game 2")]
    earlier = kept(match, first)
    import_games(match_id=match.pk, file_id=earlier.pk, swapped=False, by=None)
    pk = match.games.get().pk
    recorded = imported(match)
    undo_import(match_id=match.pk, revision=recorded.match.revision, by=None)
    assert match.games.get(pk=pk, voided_at=None).file_id == earlier.pk
    assert used_files(match) == {earlier.pk}


@pytest.mark.database
def test_undo_takes_the_moves_from_games_that_were_typed(match):
    play(match, game(1, cube=2))
    recorded = imported(match)
    undo_import(match_id=match.pk, revision=recorded.match.revision, by=None)
    assert match.games.get(voided_at=None).file_id is None


def test_undo_of_a_second_import_of_one_file(match):
    imported(match)
    file = match.files.get()
    again = import_games(match_id=match.pk, file_id=file.pk, swapped=False, by=None)
    undo_import(match_id=match.pk, revision=again.match.revision, by=None)
    assert live(match) == [FIRST, SECOND]
    assert used_files(match) == {match.files.get().pk}
    assert {row.file_id for row in match.games.filter(voided_at=None)} == {file.pk}


@pytest.mark.database
def test_replaced_games_come_back_with_their_moves(match):
    imported(match)
    first = match.files.get()
    other = THREE_POINTS.replace(b"Wins 1 point and", b"Wins 2 points and")
    recorded = imported(match, other, replace=True)
    undo_import(match_id=match.pk, revision=recorded.match.revision, by=None)
    rows = match.games.filter(voided_at=None)
    assert [row.result for row in rows] == [FIRST, SECOND]
    assert {row.file_id for row in rows} == {first.pk}


@pytest.mark.database
def test_another_file_tells_the_moves_once_the_first_is_gone(match):
    imported(match)
    remove_file(match_id=match.pk, row=match.files.get().pk, by=None)
    imported(match, THREE_POINTS + b"\n")
    newest = match.files.order_by("pk").last()
    assert {row.file for row in match.games.filter(voided_at=None)} == {newest}


def test_undo_only_right_after(match):
    recorded = imported(match)
    attach(match_id=match.pk, name="b.mat", content=CROSSED, by=None)
    with raises(IMPORT_STANDS):
        undo_import(match_id=match.pk, revision=recorded.match.revision, by=None)


def test_a_game_that_breaks_a_rule_counts_and_is_marked():
    match = builders.match(3, cube_cap=1)
    found = compare_with_match(match, parsed(THREE_POINTS), swapped=False)
    assert [each.number for each in found.irregular] == [1]
    recorded = imported(match)
    assert recorded.match.winner == Side.ONE


def test_points_that_no_cube_explains():
    match = builders.match(7)
    odd = THREE_POINTS.replace(b"Wins 2 points", b"Wins 3 points")
    odd = odd.replace(b" 3 point match", b" 7 point match")
    odd = odd.replace(b"Ane Alm : 2", b"Ane Alm : 3").replace(b" and the match", b"")
    imported(match, odd)
    first = live(match)[0]
    assert (first.awarded, first.cube) == (3, 2)
    match.refresh_from_db()
    assert match.score_1 == 4


def test_a_file_without_results(match):
    with raises(NO_GAMES_IN_FILE):
        imported(match, THREE_POINTS[: THREE_POINTS.index(b"      Wins")])


def test_a_money_session_takes_games():
    session = builders.match(0)
    money = THREE_POINTS.replace(b" 3 point match", b" 0 point match")
    recorded = imported(session, money.replace(b" and the match", b""))
    assert recorded.match.balance == 3


@pytest.mark.database
@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x00" * 40, b"PK\x03\x04....", b"RGMH...."]
)
def test_other_files_are_refused_by_name(match, content):
    with pytest.raises(RuleError):
        kept(match, content)
    assert not match.files.exists()


def test_at_most_six(match):
    for number in range(6):
        kept(match, THREE_POINTS + b"\n" * number)
    with raises(TOO_MANY_FILES):
        kept(match, THREE_POINTS + b"\n" * 6)


def test_a_file_is_put_back_where_there_is_room(match):
    pk = kept(match).pk
    remove_file(match_id=match.pk, row=pk, by=None)
    for number in range(1, 7):
        kept(match, THREE_POINTS + b"\n" * number)
    with raises(TOO_MANY_FILES):
        restore_file(match_id=match.pk, row=pk, by=None)


def test_removed_and_put_back(match):
    pk = kept(match).pk
    assert remove_file(match_id=match.pk, row=pk, by=None).changed
    assert not remove_file(match_id=match.pk, row=pk, by=None).changed
    assert restore_file(match_id=match.pk, row=pk, by=None).changed
    assert not restore_file(match_id=match.pk, row=pk, by=None).changed
    assert match.files.valid().count() == 1


@pytest.mark.database
@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("ane.mat", "ane.mat"),
        ("../../etc/passwd", "passwd"),
        ("C:\\games\\ane.sgf", "ane.sgf"),
        ("a\x00b\n.mat", "ab.mat"),
        ("", "match.mat"),
    ],
)
def test_names_are_labels(given, shown):
    assert label(given) == shown


def test_long_names_keep_their_ending():
    assert len(label("x" * 500 + ".mat")) <= 120
    assert label("x" * 500 + ".mat").endswith(".mat")


# Players -------------------------------------------------------------------


def ane():
    return Reporter(side=Side.ONE, via=PERSONAL)


def test_players_take_over_where_they_may_report():
    match = builders.match(3, reporting=Reporting.AGREE)
    file = attach(match_id=match.pk, name="a.mat", content=THREE_POINTS, by=ane())[0]
    recorded = import_games(match_id=match.pk, file_id=file.pk, swapped=False, by=ane())
    assert recorded.match.state == Match.State.REPORTED
    assert recorded.match.claimed == Side.ONE
    assert len(match.reports.get().games) == 2


def test_players_attach_nothing_where_directors_record(match):
    with raises(ONLY_DIRECTOR):
        attach(match_id=match.pk, name="a.mat", content=THREE_POINTS, by=ane())


def test_players_replace_nothing():
    match = builders.match(3, reporting=Reporting.AGREE)
    play(match, game(2))
    file = kept(match)
    with raises(ONLY_DIRECTOR):
        import_games(
            match_id=match.pk, file_id=file.pk, swapped=False, replace=True, by=ane()
        )


# Pages ---------------------------------------------------------------------


def sent(client, match, content, name="ane.mat"):
    return client.post(
        f"/m/{match.code}/files/",
        {"file": SimpleUploadedFile(name, content)},
        follow=True,
    )


def test_from_upload_to_ledger_in_the_browser(match):
    client = builders.signed_in(builders.director())
    page = sent(client, match, THREE_POINTS)
    text = page.content.decode()
    assert page.status_code == 200
    assert "Import 2 games" in text
    assert live(match) == []
    pk = match.files.get().pk
    page = client.post(
        f"/m/{match.code}/files/{pk}/", {"op": "k", "swapped": 0}, follow=True
    )
    assert "Ane Alm" in page.content.decode()
    assert live(match) == [FIRST, SECOND]
    match.refresh_from_db()
    page = client.post(f"/m/{match.code}/files/undo/{match.revision}/", follow=True)
    assert live(match) == []


def test_a_wrong_file_says_why(match):
    client = builders.signed_in(builders.director())
    page = sent(client, match, b"RGMH" + b"\0" * 100, "match.xg")
    assert page.status_code == 422
    assert "eXtreme Gammon" in page.content.decode()


@pytest.mark.database
def test_everybody_steps_through_what_counts(match):
    stranger = Client()
    pk = kept(match).pk
    path = f"/m/{match.code}/files/{pk}/games/1/"
    assert stranger.get(path).status_code == 404
    imported(match)
    page = stranger.get(path)
    assert page.status_code == 200
    assert "8/5 6/5" in page.content.decode()
    for at in ("0", "1", "3", "999", "x", "-1", "9" * 30):
        assert stranger.get(path, {"at": at, "view": "1"}).status_code == 200
    assert stranger.get(path, HTTP_HX_REQUEST="true").status_code == 200
    assert stranger.get(path.replace("/games/1/", "/games/3/")).status_code == 404


def dice_of(transcript):
    """What was thrown; giving up is a cell of one format and a mark of the other."""
    return [[act.dice for act in game.acts if act.dice] for game in transcript.games]


def test_files_go_out_and_come_in_again(match):
    imported(match, CROSSED)
    for ending in ("mat", "sgf"):
        answer = Client().get(f"/m/{match.code}/match.{ending}")
        assert answer.status_code == 200
        again = read(answer.content)
        assert again.names == ("Ane Alm", "Bjarke Brink")
        found = compare_with_match(match, parsed(answer.content), swapped=False)
        assert found.standing is FileAgreement.SAME
        assert dice_of(again) == dice_of(read(CROSSED))


def test_a_ledger_without_moves_goes_out_as_results(match):
    play(match, game(1, "gammon"), game(2))
    answer = Client().get(f"/m/{match.code}/match.mat")
    found = compare_with_match(match, parsed(answer.content), swapped=False)
    assert found.standing is FileAgreement.SAME
    assert Client().get(f"/m/{match.code}/match.sgf").status_code == 404


def test_only_those_who_play_see_the_file_itself(match):
    imported(match)
    pk = match.files.get().pk
    path = f"/m/{match.code}/files/{pk}/download/"
    assert Client().get(path).status_code == 302
    ada = builders.signed_in(builders.director())
    answer = ada.get(path)
    assert answer.content == THREE_POINTS
    assert "attachment" in answer["Content-Disposition"]


@pytest.mark.database
def test_the_history_tells_of_files(match):
    imported(match)
    entries = match.journal_entries.values_list("act", "details")
    acts = [act for act, _ in entries]
    assert acts == ["games_imported", "file_attached"]
    assert json.dumps(entries[0][1])
    ada = builders.signed_in(builders.director())
    page = ada.get(f"/m/{match.code}/history/").content.decode()
    assert "ane.mat" in page


@pytest.mark.database
def test_a_replaced_file_is_out_of_the_record(match):
    imported(match)
    first = match.files.get()
    other = THREE_POINTS.replace(b"Wins 1 point and", b"Wins 2 points and")
    imported(match, other, replace=True)
    assert used_files(match) == {match.files.exclude(pk=first.pk).get().pk}
    assert Client().get(f"/m/{match.code}/files/{first.pk}/games/1/").status_code == 404
    page = Client().get(f"/m/{match.code}/").content.decode()
    assert page.count("Step through the moves") == 1


def test_what_is_left_of_a_file_still_has_its_moves(match):
    imported(match)
    match.refresh_from_db()
    remove_last_game(match_id=match.pk, revision=match.revision, by=None)
    assert used_files(match) == {match.files.get().pk}
    page = Client().get(f"/m/{match.code}/").content.decode()
    assert "Step through the moves" in page


def test_no_sgf_is_offered_that_cannot_be_made(match):
    imported(match)
    assert "match.sgf" in Client().get(f"/m/{match.code}/").content.decode()
    row = match.games.get(number=1)
    correct_game(
        match_id=match.pk, number=1, result=game(2, cube=2), replaces=row.pk, by=None
    )
    assert "match.sgf" not in Client().get(f"/m/{match.code}/").content.decode()
    assert Client().get(f"/m/{match.code}/match.sgf").status_code == 404


def test_who_is_who_is_asked_where_names_do_not_tell():
    match = builders.match(3, people=("Cille Dahl", "Dagny Engel"))
    ada = builders.signed_in(builders.director())
    pk = kept(match).pk
    path = f"/m/{match.code}/files/{pk}/"
    page = ada.get(path).content.decode()
    assert ada.get(path).context["importing"] == "who-is-who"
    assert "Import 2 games" not in page
    assert ada.post(path, {"op": "k"}).status_code == 422
    assert live(match) == []
    page = ada.get(path, {"swapped": "1"}).content.decode()
    assert "Import 2 games" in page
    ada.post(path, {"op": "k", "swapped": "1"})
    assert [each.winner for each in live(match)] == [Side.TWO, Side.TWO]
    assert ada.get(path).context["importing"] != "who-is-who"


def test_moves_stay_private_while_a_report_waits():
    match = builders.match(3, reporting=Reporting.AGREE)
    file = attach(match_id=match.pk, name="a.mat", content=THREE_POINTS, by=ane())[0]
    import_games(match_id=match.pk, file_id=file.pk, swapped=False, by=ane())
    path = f"/m/{match.code}/files/{file.pk}/games/1/"
    assert Client().get(path).status_code == 404
    assert Client().get(f"/m/{match.code}/match.sgf").status_code == 404
    assert b"31:" not in Client().get(f"/m/{match.code}/match.mat").content
    ada = builders.signed_in(builders.director())
    assert ada.get(path).status_code == 200
    assert b"31:" in ada.get(f"/m/{match.code}/match.mat").content


def test_an_import_is_undone_from_the_page_of_the_file(match):
    imported(match)
    ada = builders.signed_in(builders.director())
    path = f"/m/{match.code}/files/{match.files.get().pk}/"
    page = ada.get(path).content.decode()
    assert "Undo the import of these games" in page
    match.refresh_from_db()
    ada.post(f"/m/{match.code}/files/undo/{match.revision}/")
    assert live(match) == []
    assert "Undo the import of these games" not in ada.get(path).content.decode()


# Files that go out -----------------------------------------------------------

FIVE_POINTS = b"""\
; [EventDate "2019.05.04"]
; [Variation "NackGammon"]

 5 point match

 Game 1
 Ane Alm : 0                      Bjarke Brink : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
                                  Wins 3 points

 Game 2
 Ane Alm : 0                      Bjarke Brink : 3
  1)                              31: 8/5 6/5
      Wins 2 points

 Game 3
 Ane Alm : 2                      Bjarke Brink : 3
  1) 52: 13/8 13/11               ????
      Wins 3 points and the match
"""


def saved(match, ending):
    answer = Client().get(f"/m/{match.code}/match.{ending}")
    assert answer.status_code == 200
    return answer.content


def told(content):
    games = read(content).games
    return [(game.before, game.winner, game.stated) for game in games]


THREE_GAMES = [
    (Score(0, 0), Side.TWO, 3),
    (Score(0, 3), Side.ONE, 2),
    (Score(2, 3), Side.ONE, 3),
]


def test_a_longer_match_than_that_of_the_file_goes_on():
    match = builders.match(7)
    imported(match, FIVE_POINTS)
    text = saved(match, "mat")
    assert b"and the match" not in text
    assert not parsed(text).says_over
    for content in (text, saved(match, "sgf")):
        assert read(content).length == 7
        assert told(content) == THREE_GAMES
        assert parsed(content).crawford_game is None
        assert (
            compare_with_match(match, parsed(content), swapped=False).standing
            is FileAgreement.SAME
        )


def test_a_shorter_match_than_that_of_the_file_ends_before():
    match = builders.match(3)
    imported(match, FIVE_POINTS)
    for content in (saved(match, "mat"), saved(match, "sgf")):
        assert told(content) == THREE_GAMES[:1]
        assert dice_of(read(content)) == dice_of(read(FIVE_POINTS))[:1]
    assert saved(match, "mat").count(b"and the match") == 1


def test_the_crawford_game_is_that_of_the_record():
    match = builders.match(4)
    imported(match, FIVE_POINTS.replace(b" 5 point", b" 9 point"))
    sgf = read(saved(match, "sgf"))
    assert [game.crawford for game in sgf.games] == [False, True, False]


def test_points_between_games_are_in_the_scores():
    match = builders.match(9)
    given = PointsDecision(side=Side.ONE, points=1, reason=AdjustmentReason.LATE)
    adjust(match_id=match.pk, decision=given, by=None)
    imported(match, FIVE_POINTS)
    text = saved(match, "mat")
    assert told(text) == [
        (Score(1, 0), Side.TWO, 3),
        (Score(1, 3), Side.ONE, 2),
        (Score(3, 3), Side.ONE, 3),
    ]
    assert b"points +1 for Ane Alm (late)" in text


def test_games_taken_back_are_not_in_the_file_that_goes_out(match):
    imported(match)
    match.refresh_from_db()
    remove_last_game(match_id=match.pk, revision=match.revision, by=None)
    for content in (saved(match, "mat"), saved(match, "sgf")):
        assert dice_of(read(content)) == dice_of(read(THREE_POINTS))[:1]


def test_what_goes_out_is_known_when_it_comes_in(match):
    imported(match)
    ada = builders.signed_in(builders.director())
    page = sent(ada, match, saved(match, "mat"), "own.mat").content.decode()
    assert "Crawford" in page
    assert "unknown program" not in page
    for ending in ("mat", "sgf"):
        assert read(saved(match, ending)).dialect is Dialect.CRAWFORD


def test_the_day_and_the_variant_are_those_of_the_file():
    match = builders.match(7)
    imported(match, FIVE_POINTS)
    for content in (saved(match, "mat"), saved(match, "sgf")):
        again = read(content)
        assert again.tag("EventDate") == "2019.05.04"
        assert [game.start for game in again.games] == [NACKGAMMON] * 3


@pytest.mark.parametrize("day", [b"", b'; [EventDate "2019.02.31"]\n', b"; [Event]\n"])
def test_else_it_is_the_day_on_which_the_match_was_finished(match, day):
    imported(match, day + THREE_POINTS)
    noon = datetime(2024, 3, 9, 12, tzinfo=UTC)
    Match.objects.filter(pk=match.pk).update(finished_at=noon)
    assert read(saved(match, "mat")).tag("EventDate") == "2024.03.09"
