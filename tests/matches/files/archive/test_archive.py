"""Archives of match files: read, decided upon, into the ledger and out again."""

import hashlib
import html
import re
from collections.abc import Iterator
from datetime import date, timedelta
from io import BytesIO
from typing import Any
from unittest import mock
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.files.archive import import_job
from matches.files.archive import services as archive_services
from matches.files.archive.import_job import (
    CHANGED_SINCE_IMPORT,
    FILE_BROKE_IMPORT,
    MATCH_GONE,
    NAMESAKE_APPEARED,
    OTHER_PLAYERS,
)
from matches.files.archive.queries import (
    OpenReason,
    directory_name,
    meant,
    name_rows,
    why_open,
)
from matches.files.archive.reading_job import FILE_BROKE_READER, day_in
from matches.files.archive.services import (
    FILE_TAKEN,
    NAME_NEEDED,
    NOTHING_READY,
    STILL_IMPORTING,
    WHO_IS_WHO,
    FileDecision,
    Upload,
    Who,
)
from matches.files.archive.zip_files import (
    ARCHIVE_DAMAGED,
    ARCHIVE_IN_ARCHIVE,
    TOO_MANY_IN_ARCHIVE,
)
from matches.files.errors import FILE_DIFFERS
from matches.files.services import attach
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.jobs.queue import BROKE
from matches.ledger import opening, recording
from matches.models import Archive, ArchiveFile, Job, Match, MatchFile, Player, User
from matches.rulebook.profiles import DEFAULT
from tests import builders
from tests.builders import game, play
from tests.gnubg_truth import FOLDER
from tests.refusals import codes_of, raises, says, shown, shows, told, words

pytestmark = pytest.mark.django_db

ANE, BO = "Ane Alm", "Bjarke Brink"


# Files ---------------------------------------------------------------------


def mat(
    one: str = ANE,
    two: str = BO,
    *,
    length: int = 3,
    won: str = "1211",
    day: str = "",
    remark: str = "",
) -> bytes:
    """A match file: who won each game, by single games that were resigned."""
    lines = [f'; [EventDate "{day}"]'] if day else []
    lines += [f"; {remark}"] if remark else []
    lines += [f" {length} point match", ""]
    score = {"1": 0, "2": 0}
    for number, winner in enumerate(won, start=1):
        left = f" {one} : {score['1']}"
        lines += [f" Game {number}", f"{left:<34}{two} : {score['2']}"]
        opening = "31: 8/5 6/5" if winner == "1" else "42: 8/4 6/4"
        lines += [f"{f'  1) {opening}':<34}52: 24/22 13/8"]
        lines += [f"{'' if winner == '1' else ' ' * 28}      Wins 1 point", ""]
        score[winner] += 1
    return "\n".join(lines).encode()


def zipped(*files: tuple[str, bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for name, content in files:
            packed.writestr(name, content)
    return made.getvalue()


def handed_in(*files: bytes, by: User | None = None) -> Archive:
    """An archive of these files that a worker has read."""
    named = [(f"{number}.mat", content) for number, content in enumerate(files, 1)]
    archive = archive_services.add_archive(
        uploads=[Upload("evening.zip", zipped(*named))], by=by
    )
    return read(archive)


def read(archive: Archive) -> Archive:
    assert archive.reading_id is not None
    tasks.run_job(archive.reading_id)
    found = Archive.objects.select_related("reading").get(pk=archive.pk)
    assert found.reading is not None
    assert found.reading.state == Job.State.DONE
    return found


def files(archive: Archive) -> list[ArchiveFile]:
    return list(archive.files.order_by("number"))


def states(archive: Archive) -> list[str]:
    return [file.state for file in files(archive)]


def imported(
    archive: Archive,
    number: int | None = None,
    *,
    by: User | None = None,
    **terms: Any,
) -> None:
    """Send files into the ledger, and be the worker that takes them."""
    held = archive_services.request_import(
        archive=archive, profile=DEFAULT, number=number, by=by, **terms
    )
    work(held)


def work(archive: Archive) -> Job:
    assert archive.importing_id is not None
    tasks.run_job(archive.importing_id)
    return Job.objects.get(pk=archive.importing_id)


def decided(
    file: ArchiveFile,
    one: Player | None,
    two: Player | None,
    *,
    match: Match | None = None,
    replaces: bool = False,
) -> ArchiveFile:
    """Decide about a file, and be the worker that takes it over."""
    held = archive_services.decide_file(
        file=file,
        decision=FileDecision(
            one=Who(one), two=Who(two), match=match, replaces=replaces
        ),
        profile=DEFAULT,
        now=True,
        by=None,
    )
    work(held)
    return ArchiveFile.objects.get(pk=file.pk)


# Reading -------------------------------------------------------------------


@pytest.mark.database
def test_a_zip_file_becomes_a_list_of_what_is_in_it() -> None:
    content = zipped(("2022/a.mat", mat()), ("b.txt", b"a shopping list\n"))
    archive = archive_services.add_archive(
        uploads=[Upload("C:\\x.zip", content)], by=None
    )
    assert archive.name == "C:/x.zip"
    assert states(archive) == ["waiting", "waiting"]
    first, second = files(read(archive))
    assert (first.name, first.name_1, first.name_2) == ("2022/a.mat", ANE, BO)
    assert (first.length, first.score_1, first.score_2) == (3, 3, 1)
    assert (first.games, first.results, first.is_over) == (4, 4, True)
    assert (first.state, first.goal) == ("ready", "new")
    assert first.is_new_1
    assert first.is_new_2
    assert second.state == "refused"
    assert second.error


def test_files_by_themselves_are_taken_too() -> None:
    uploads = [Upload("a.mat", mat()), Upload("b.mat", mat(won="222"))]
    uploads.append(Upload("more.zip", zipped(("c.mat", mat(won="2122")))))
    archive = archive_services.add_archive(uploads=uploads, by=None)
    assert archive.name == "a.mat + 2"
    assert [file.name for file in files(archive)] == ["a.mat", "b.mat", "c.mat"]
    assert states(read(archive)) == ["ready", "ready", "ready"]


def test_what_is_wrong_with_one_file_stands_beside_it() -> None:
    content = zipped(("inner.zip", zipped(("a.mat", mat()))), ("b.mat", mat()))
    archive = archive_services.add_archive(uploads=[Upload("x.zip", content)], by=None)
    long = archive_services.add_archive(
        uploads=[Upload("x.mat", b" " * (archive_services.MAX_FILE_BYTES + 1))], by=None
    )
    assert states(read(archive)) == ["refused", "ready"]
    assert states(read(long)) == ["refused"]
    assert files(archive)[0].error == ARCHIVE_IN_ARCHIVE.code
    assert files(long)[0].error_params == {"most": 5}


@pytest.mark.database
def test_a_zip_file_that_cannot_be_opened_leaves_nothing() -> None:
    with raises(ARCHIVE_DAMAGED):
        archive_services.add_archive(
            uploads=[Upload("x.zip", b"PK\x03\x04 no")], by=None
        )
    assert not Archive.objects.exists()
    assert not Job.objects.exists()


def test_several_zip_files_are_no_way_around_the_limit() -> None:
    sent = Upload("x.zip", zipped(("a.mat", b"1"), ("b.mat", b"2")))
    with (
        mock.patch.object(archive_services, "MOST_FILES", 3),
        raises(TOO_MANY_IN_ARCHIVE),
    ):
        archive_services.add_archive(uploads=[sent, sent], by=None)


def test_a_bug_in_the_reader_costs_one_file(caplog: pytest.LogCaptureFixture) -> None:
    from matches.files import compare as filing  # noqa: PLC0415 - patched where it is used

    def break_down(content: bytes, *, name: str = "") -> Any:
        if b"bug" in content:
            raise ZeroDivisionError
        return filing.parsed(content, name=name)

    with mock.patch("matches.files.archive.reading_job.parsed", break_down):
        archive = handed_in(mat(remark="bug"), mat())
    assert states(archive) == ["refused", "ready"]
    assert files(archive)[0].error == FILE_BROKE_READER.code
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2022.07.10", date(2022, 7, 10)),
        ("2022-7-1", date(2022, 7, 1)),
        ("played on 2019/12/31, late", date(2019, 12, 31)),
        ("2022.13.10", None),
        ("9999.12.31", None),
        ("????.??.??", None),
        ("", None),
    ],
)
def test_the_day_in_a_header(text: str, day: date | None) -> None:
    assert day_in(text) == day


# Who is who ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ane Alm", "Ane Alm"),
        ("ane,1764", "ane"),
        ("ane,1764.5", "ane"),
        ("Alm, Ane", "Ane Alm"),
        ("", ""),
        ("1234", ""),
        ("x" * 81, ""),
    ],
)
def test_names_as_files_have_them(name: str, said: str) -> None:
    assert directory_name(name) == said


@pytest.mark.database
def test_names_are_found_by_likeness() -> None:
    ane = builders.player(ANE)
    builders.player("Bo Brink", club="Oslo")
    builders.player("Bo Brink", club="Bergen")
    found = meant([ANE, "ALM, ANE", "Ane Almm", "Bo Brink", "Zoltan Quist", ""])
    assert found[ANE].player == found["ALM, ANE"].player == ane
    assert found["Ane Almm"].candidates == (ane,)
    assert len(found["Bo Brink"].candidates) == 2
    assert found["Zoltan Quist"].is_new
    assert not found[""].is_new


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Signe", "Signe Holm"),
        ("signe_77", "Signe Holm"),
        ("Sig", "Signe Holm"),
        ("Sigen", "Signe Holm"),
        ("SHolm", "Signe Holm"),
        ("Holmsi", "Signe Holm"),
        ("HolmSigne4", "Signe Holm"),
        ("Sig Holm", "Signe Holm"),
        ("OlaB77", "Ola Berg"),
        ("Bergo", "Ola Berg"),
        ("bo.1999", "Bo Dahl"),
        ("Zoltan Quist", "Zoltan"),
    ],
)
def test_short_forms_are_asked_about(name: str, known: str) -> None:
    player = builders.player(known)
    builders.player("Henny Tveit")
    found = meant([name])[name]
    assert found.player is None
    assert found.candidates == (player,)
    (file,) = files(handed_in(mat(name, "Torvald Uhre")))
    assert (file.state, file.is_new_1, file.is_new_2) == ("open", False, True)
    assert why_open(file) == [OpenReason.WHO]


@pytest.mark.parametrize(
    "name", ["Signe Quist", "Ola Holm", "Li", "Kongen", "77", "van den", "Holger"]
)
def test_clearly_new_names_are_new(name: str) -> None:
    for known in ("Signe Holm", "Ola Berg", "Lise van Dam", "Jan van den Boom"):
        builders.player(known)
    assert not meant([name])[name].candidates


@pytest.mark.database
def test_known_players_are_taken_and_doubtful_ones_are_asked_about() -> None:
    ane, bo = builders.player(ANE), builders.player(BO)
    clear, doubtful = files(handed_in(mat(), mat("Ane Almm", BO, won="222")))
    assert (clear.state, clear.player_1, clear.player_2) == ("ready", ane, bo)
    assert (doubtful.state, doubtful.player_1, doubtful.player_2) == ("open", None, bo)
    assert why_open(doubtful) == [OpenReason.WHO]


@pytest.mark.database
def test_a_name_is_decided_once_for_all_files() -> None:
    ane = builders.player(ANE)
    archive = handed_in(
        mat("Ane Almm", "Dora Dahl"),
        mat("Eva Engel", "Ane Almm", won="222"),
        mat("Ane Almm", "Eva Engel", won="2212"),
    )
    assert states(archive) == ["open", "open", "open"]
    rows = name_rows(archive)
    assert [(row.name, row.files, row.is_open) for row in rows] == [
        ("Ane Almm", 3, True),
        ("Dora Dahl", 1, False),
        ("Eva Engel", 2, False),
    ]
    ready = archive_services.decide_names(
        archive=archive, people={"Ane Almm": Who(ane), "Dora Dahl": Who()}, by=None
    )
    assert ready == 3
    assert [file.player_1 or file.player_2 for file in files(archive)] == [ane] * 3


def test_nobody_plays_himself() -> None:
    ane = builders.player(ANE)
    archive = handed_in(mat("Ane Almm", "Dora Dahl"), mat("ane", "ANE", won="222"))
    people = {"Ane Almm": Who(ane), "Dora Dahl": Who(ane)}
    archive_services.decide_names(archive=archive, people=people, by=None)
    assert states(archive) == ["open", "open"]
    with raises(WHO_IS_WHO):
        decided(files(archive)[0], ane, ane)


def test_nobody_new_without_a_name() -> None:
    archive = handed_in(mat("1234", BO))
    with raises(NAME_NEEDED):
        archive_services.decide_names(archive=archive, people={"1234": Who()}, by=None)
    with raises(NAME_NEEDED):
        decided(files(archive)[0], None, None)


# Duplicates and matches on record --------------------------------------------


@pytest.mark.database
def test_the_same_file_twice() -> None:
    archive = handed_in(mat(), mat())
    first, second = files(archive)
    assert (first.state, second.state, second.twin) == ("ready", "duplicate", first)
    (again,) = files(handed_in(mat()))
    assert (again.state, again.twin) == ("duplicate", first)


def test_a_file_that_is_beside_a_match_already() -> None:
    match = builders.match(3, people=(ANE, BO))
    attach(match_id=match.pk, name="a.mat", content=mat(), swapped=False, by=None)
    (file,) = files(handed_in(mat()))
    assert (file.state, file.match) == ("duplicate", match)


def test_a_copy_whose_original_is_gone_is_looked_at_again() -> None:
    original = handed_in(mat())
    copy = handed_in(mat())
    archive_services.remove_archive(archive=original)
    assert states(copy) == ["duplicate"]
    assert states(read(archive_services.read_again(archive=copy))) == ["ready"]


@pytest.mark.database
def test_the_same_games_in_another_file_are_left_out() -> None:
    archive = handed_in(mat(), mat("ane", "bjarke,1764", remark="another program"))
    first, second = files(archive)
    assert first.state == "ready"
    assert (second.state, second.twin) == ("left", first)
    assert decided(second, None, None).state == "done"
    archive_services.remove_archive(archive=archive)


def test_another_list_that_holds_the_same_games_is_named(ada: Client) -> None:
    first = handed_in(mat())
    second = handed_in(mat(remark="another program"))
    Archive.objects.filter(pk=first.pk).update(name="july.zip")
    for path in ("", "1/"):
        shown = page(ada, f"/club/archive/{second.pk}/{path}")
        assert shows(shown, "same-games")
        assert "1.mat" in shown
        assert f'<a href="/club/archive/{first.pk}/#file-1">july.zip</a>' in shown
        assert shows(shown, "undecided")
    imported(first)
    shown = page(ada, f"/club/archive/{second.pk}/")
    assert not shows(shown, "undecided")
    inside = handed_in(mat(won="222"), mat(won="222", remark="another program"))
    assert "In the list:" not in page(ada, f"/club/archive/{inside.pk}/")


def test_the_same_zip_again_is_said_in_one_sentence(ada: Client) -> None:
    sent = mat(), mat(remark="another program"), mat(won="222"), b"a shopping list"
    first = handed_in(*sent)
    Archive.objects.filter(pk=first.pk).update(name="july.zip")
    said = "Everything in these files is here already."
    assert said not in page(ada, f"/club/archive/{first.pk}/")
    for _before_and_after_taking_over in range(2):
        again = handed_in(*sent)
        shown = page(ada, f"/club/archive/{again.pk}/")
        assert said in shown
        assert f'<a href="/club/archive/{first.pk}/">july.zip</a>' in shown
        if first.files.filter(state="ready").exists():
            imported(first)
    more = handed_in(*sent, mat(won="11", length=2, remark="of another evening"))
    assert said not in page(ada, f"/club/archive/{more.pk}/")


def test_files_that_are_beside_matches_already_are_said_in_one_sentence(
    ada: Client,
) -> None:
    match = builders.match(3, people=(ANE, BO))
    attach(match_id=match.pk, name="a.mat", content=mat(), swapped=False, by=None)
    archive = handed_in(mat())
    shown = page(ada, f"/club/archive/{archive.pk}/")
    assert shows(shown, "all-attached")


def test_copies_of_what_is_gone_were_left_out_by_nobody(ada: Client) -> None:
    first, second = handed_in(mat()), handed_in(mat(remark="another program"))
    archive_services.remove_archive(archive=first)
    shown = page(ada, f"/club/archive/{second.pk}/")
    assert not shows(shown, "left-out")
    assert shows(shown, "copy-of-none")


@pytest.mark.database
def test_without_throws_the_day_tells_whether_games_are_the_same() -> None:
    def bare(day: str, remark: str) -> bytes:
        text = mat(day=day, remark=remark).decode()
        return re.sub(r"(?m)^  1\).*\n", "", text).encode()

    for day, second in (("", "ready"), ("2025.11.20", "left")):
        archive = handed_in(bare(day, "one"), bare(day, "two"))
        assert states(archive) == ["ready", second]
        archive_services.remove_archive(archive=archive)


def test_copies_are_looked_at_again_when_the_first_is_gone() -> None:
    first, second = handed_in(mat()), handed_in(mat(remark="another program"))
    assert states(second) == ["left"]
    archive_services.remove_archive(archive=first)
    assert states(read(archive_services.read_again(archive=second))) == ["ready"]


def on_record(day: str = "2026.11.20", **more: Any) -> Match:
    """A match between the two of most files, on a day."""
    match = builders.match(3, people=(ANE, BO), **more)
    opened = timezone.make_aware(timezone.datetime(*map(int, day.split("."))))
    Match.objects.filter(pk=match.pk).update(created_at=opened)
    match.refresh_from_db()
    return match


def test_a_file_of_the_day_and_score_of_a_match_belongs_to_it() -> None:
    match = on_record("2025.11.20")
    (file,) = files(handed_in(mat(BO, ANE, won="2122", day="2025.11.21")))
    assert (file.state, file.goal, file.match) == ("ready", "match", match)
    imported(file.archive)
    match.refresh_from_db()
    assert (match.score_1, match.score_2, match.state) == (3, 1, "done")
    assert match.files.get().swapped


@pytest.mark.parametrize("day", ["", "2025.11.23"])
def test_what_may_be_another_match_is_asked_about(day: str) -> None:
    match = on_record("2025.11.20")
    recording.record_final(match_id=match.pk, score_1=3, score_2=2, by=None)
    Match.objects.filter(pk=match.pk).update(finished_at=match.created_at)
    (file,) = files(handed_in(mat(day=day)))
    assert (file.state, file.goal) == ("open", "")
    assert why_open(file) == [OpenReason.WHICH_MATCH]


def test_a_match_of_another_day_or_length_is_another_match() -> None:
    on_record("2025.11.20")
    for content in (mat(day="2025.11.24"), mat(length=5, won="11111")):
        (file,) = files(handed_in(content))
        assert (file.state, file.goal) == ("ready", "new")


# Into the ledger ------------------------------------------------------------


@pytest.mark.database
def test_ready_files_become_club_matches() -> None:
    ada = builders.director()
    archive = handed_in(
        mat(day="2024.03.05"), mat("Cy Cox", ANE, won="2122"), b"no match at all"
    )
    imported(archive, by=ada)
    first, second, refused = files(archive)
    assert [first.state, second.state, refused.state] == ["done", "done", "refused"]
    assert first.match is not None
    assert second.match is not None
    match = Match.objects.get(pk=first.match.pk)
    assert (match.length, match.score_1, match.score_2) == (3, 3, 1)
    assert (match.state, match.winner) == ("done", 1)
    assert timezone.localdate(match.created_at) == date(2024, 3, 5)
    assert timezone.localdate(match.finished_at) == date(2024, 3, 5)
    assert match.player_1 == second.match.player_2
    assert Player.objects.filter(name=ANE).count() == 1
    kept = match.files.get()
    assert bytes(kept.content) == mat(day="2024.03.05")
    assert kept.games.filter(voided_at=None).exists()
    assert kept.reported_by == ada
    assert {entry.actor for entry in match.journal_entries.all()} == {ada}


def test_the_rules_that_were_chosen_hold() -> None:
    archive = handed_in(mat())
    chosen = DEFAULT.with_changes(crawford=False, cube_cap=None)
    work(archive_services.request_import(archive=archive, profile=chosen, by=None))
    assert Match.objects.get().profile.profile == chosen


def test_matches_of_files_are_not_rated_unasked() -> None:
    archive = handed_in(mat(), mat(won="222"))
    imported(archive, 1)
    imported(archive, 2, rated=True)
    first, second = files(archive)
    assert first.match is not None
    assert second.match is not None
    assert (first.match.rated, second.match.rated) == (False, True)


@pytest.mark.database
def test_a_day_counts_where_the_file_names_none() -> None:
    archive = handed_in(mat(), mat(won="222", day="2024.03.05"), mat(won="2122"))
    imported(archive, 3)
    imported(archive, day=date(2023, 1, 2))
    days = [
        timezone.localdate(file.match.created_at)
        for file in files(archive)
        if file.match
    ]
    assert days == [date(2023, 1, 2), date(2024, 3, 5), timezone.localdate()]
    assert [file.day for file in files(archive)] == [*days[:2], None]


def test_what_a_file_says_of_the_crawford_rule_comes_first() -> None:
    imported(handed_in(mat(remark='[Crawford "Off"]')))
    assert not Match.objects.get().rules.crawford


def test_what_was_played_for_money_was_allowed() -> None:
    text = mat(length=0, won="12").decode()
    doubled = "  2)  Doubles => 2                 Beavers => 4\n  3) 61: 13/7 8/7\n"
    text = text.replace("      Wins 1 point", f"{doubled}      Wins 4 points", 1)
    (file,) = files(handed_in(text.encode()))
    assert file.is_money
    done = decided(file, None, None)
    assert (done.state, done.error) == ("done", "")
    assert Match.objects.get().money_rules.beavers == 1


@pytest.mark.database
def test_one_file_goes_and_the_others_stay() -> None:
    archive = handed_in(mat(), mat(won="222"))
    imported(archive, 2)
    assert states(archive) == ["ready", "done"]
    with raises(NOTHING_READY):
        imported(archive, 2)
    imported(archive)
    with raises(NOTHING_READY):
        imported(archive)
    assert Match.objects.count() == 2


def test_the_games_of_a_file_go_into_a_match_by_its_sides() -> None:
    match = on_record()
    (file,) = files(handed_in(mat(BO, ANE)))
    done = decided(file, match.player_2, match.player_1, match=match)
    match.refresh_from_db()
    assert (done.state, match.score_1, match.score_2) == ("done", 1, 3)


@pytest.mark.database
def test_a_match_between_others_is_refused() -> None:
    match = on_record()
    (file,) = files(handed_in(mat()))
    back = decided(file, match.player_1, builders.player("Cy Cox"), match=match)
    assert (back.state, back.error) == ("open", OTHER_PLAYERS.code)
    assert not MatchFile.objects.exists()


@pytest.mark.database
def test_other_games_on_record_are_not_overwritten_unasked() -> None:
    match = on_record()
    play(match, game(2), game(2))
    (file,) = files(handed_in(mat()))
    back = decided(file, match.player_1, match.player_2, match=match)
    assert back.state == "open"
    assert back.error == FILE_DIFFERS.code
    assert not match.files.exists()
    one, two = match.player_1, match.player_2
    done = decided(back, one, two, match=match, replaces=True)
    match.refresh_from_db()
    assert (done.state, match.score_1, match.score_2) == ("done", 3, 1)
    assert import_job.undo(file=done, by=None)
    match.refresh_from_db()
    assert (match.score_1, match.score_2, match.state) == (0, 2, "playing")


@pytest.mark.database
def test_a_file_without_a_finished_game_is_asked_about() -> None:
    unfinished = b" 3 point match\n\n Game 1\n Ane Alm : 0          Bo Alm : 0\n"
    unfinished += b"  1) 31: 8/5 6/5                   52: 24/22 13/8\n"
    (file,) = files(handed_in(unfinished))
    assert file.state == "open"
    assert OpenReason.NO_GAME in why_open(file)
    done = decided(file, None, None)
    assert done.state == "done"
    assert done.match is not None
    assert done.match.files.count() == 1
    assert import_job.undo(file=done, by=None)
    assert Match.objects.get().state == "void"


def test_a_namesake_who_came_meanwhile_is_asked_about() -> None:
    archive = handed_in(mat())
    builders.player("ane ALM")
    imported(archive)
    (file,) = files(archive)
    assert (file.state, file.error) == ("open", NAMESAKE_APPEARED.code)
    assert not Match.objects.exists()
    assert Player.objects.count() == 1


def test_a_bug_in_taking_over_costs_one_file(caplog: pytest.LogCaptureFixture) -> None:
    archive = handed_in(mat(), mat(won="222"))
    real = opening.open_matches
    broken = mock.Mock(side_effect=[ZeroDivisionError, real])
    with mock.patch.object(import_job, "open_matches", broken):
        broken.side_effect = [ZeroDivisionError, ZeroDivisionError]
        imported(archive)
    assert states(archive) == ["open", "open"]
    assert files(archive)[0].error == FILE_BROKE_IMPORT.code
    assert Player.objects.count() == 0
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.database
def test_a_file_can_be_left_out_and_taken_in_again() -> None:
    (file,) = files(handed_in(mat()))
    archive_services.leave_out(file=file, by=None)
    assert states(file.archive) == ["left"]
    assert decided(file, None, None).state == "done"
    with raises(FILE_TAKEN):
        archive_services.leave_out(file=file, by=None)
    with raises(FILE_TAKEN):
        decided(file, None, None)


# Out of the ledger -----------------------------------------------------------


@pytest.mark.database
def test_taking_back_cancels_the_match_that_was_made() -> None:
    archive = handed_in(mat())
    imported(archive)
    (file,) = files(archive)
    assert import_job.undo(file=file, by=None)
    assert not import_job.undo(file=file, by=None)
    match = Match.objects.get()
    assert (match.state, match.files.filter(voided_at=None).count()) == ("void", 0)
    (back,) = files(archive)
    assert (back.state, back.match, back.revision) == ("open", None, None)
    assert back.player_1 == Player.objects.get(name=ANE)
    done = decided(back, back.player_1, back.player_2)
    assert done.match != match
    assert Match.objects.filter(state="done").count() == 1


def test_what_was_taken_back_says_so(ada: Client) -> None:
    archive = handed_in(mat())
    imported(archive)
    (file,) = files(archive)
    import_job.undo(file=file, by=None)
    for path in ("", "1/"):
        shown = page(ada, f"/club/archive/{archive.pk}/{path}")
        assert str(OpenReason.TAKEN_BACK.label) in shown
    (back,) = files(archive)
    done = decided(back, back.player_1, back.player_2)
    assert (done.state, done.taken_back) == ("done", False)


def test_what_was_changed_since_is_not_taken_back() -> None:
    archive = handed_in(mat(won="11"))
    imported(archive)
    (file,) = files(archive)
    assert file.match is not None
    recording.record_game(match_id=file.match.pk, result=game(2), after=2, by=None)
    with raises(CHANGED_SINCE_IMPORT):
        import_job.undo(file=file, by=None)
    assert states(archive) == ["done"]


@pytest.mark.database
def test_a_match_cancelled_or_gone_meanwhile() -> None:
    archive = handed_in(mat(), mat(won="222"))
    imported(archive)
    first, second = files(archive)
    Match.objects.filter(pk=first.match_id).update(state="void")
    assert import_job.undo(file=first, by=None)
    ArchiveFile.objects.filter(pk=second.pk).update(match=None)
    with raises(MATCH_GONE):
        import_job.undo(file=second, by=None)


# Workers that die -------------------------------------------------------------


def later(seconds: float) -> Any:
    return timezone.now() + timedelta(seconds=seconds)


def taken_over(job: Job) -> None:
    """Let the claim on a job run out, and put it back into the queue."""
    jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() + 1))
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED


@pytest.mark.database
@pytest.mark.parametrize("died_after", [0, 1, 2, 3])
def test_a_worker_that_dies_while_reading(died_after: int) -> None:
    contents = [mat(won=won) for won in ("111", "222", "1122")]
    named = [(f"{n}.mat", content) for n, content in enumerate(contents)]
    archive = archive_services.add_archive(
        uploads=[Upload("x.zip", zipped(*named))], by=None
    )
    job = archive.reading
    assert job is not None
    ArchiveFile.objects.filter(number__lte=died_after).update(
        state="read", name_1=ANE, name_2=BO, length=3, games=3, results=3
    )
    assert jobs_queue.claim(job.pk)
    taken_over(job)
    assert states(read(archive)) == ["ready"] * 3


@pytest.mark.database
def test_a_worker_that_dies_while_taking_over() -> None:
    contents = [mat(won=won) for won in ("111", "222", "1122")]
    archive = handed_in(*contents)
    held = archive_services.request_import(archive=archive, profile=DEFAULT, by=None)
    job = held.importing
    assert job is not None
    real = import_job.import_games
    calls: list[int] = []

    def die(**given: Any) -> Any:
        calls.append(given["match_id"])
        if len(calls) == 2:
            raise DatabaseError("the power went")
        return real(**given)

    with (
        mock.patch.object(import_job, "import_games", die),
        pytest.raises(DatabaseError),
    ):
        tasks.run_job(job.pk)
    assert states(archive) == ["done", "queued", "queued"]
    assert Match.objects.count() == 1
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    imported(archive)
    assert states(archive) == ["done"] * 3
    assert Match.objects.count() == 3
    assert Player.objects.count() == 2


@pytest.mark.database
def test_a_file_is_taken_over_once_by_two_workers() -> None:
    archive = handed_in(mat())
    held = archive_services.request_import(archive=archive, profile=DEFAULT, by=None)
    work(held)
    stale = files(archive)[0]
    stale.state = "queued"
    import_job._import(stale)
    assert Match.objects.count() == 1


@pytest.mark.database
def test_a_file_queued_while_the_worker_is_busy_is_taken_too() -> None:
    archive = handed_in(mat(), mat(won="222"))
    held = archive_services.request_import(
        archive=archive, profile=DEFAULT, number=1, by=None
    )
    real = import_job._import

    def queue_more(file: ArchiveFile) -> None:
        if file.number == 1:
            same = archive_services.request_import(
                archive=archive, profile=DEFAULT, number=2, by=None
            )
            assert same.importing_id == held.importing_id
        real(file)

    with mock.patch.object(import_job, "_import", queue_more):
        work(held)
    assert states(archive) == ["done", "done"]


@pytest.mark.database
def test_an_archive_stays_while_its_files_are_on_their_way() -> None:
    archive = handed_in(mat())
    held = archive_services.request_import(archive=archive, profile=DEFAULT, by=None)
    with raises(STILL_IMPORTING):
        archive_services.remove_archive(archive=archive)
    work(held)
    archive_services.remove_archive(archive=archive)
    assert not ArchiveFile.objects.exists()
    assert not Job.objects.exists()
    assert Match.objects.get().files.count() == 1


# Pages -----------------------------------------------------------------------


@pytest.fixture
def ada() -> Client:
    client = builders.signed_in(builders.director())
    client.get("/help/")
    return client


@pytest.fixture(autouse=True)
def bell() -> Iterator[list[int]]:
    """The jobs that were rung for."""
    rung: list[int] = []
    with mock.patch.object(tasks, "send_on_commit", rung.append):
        yield rung


def text_of(answer: HttpResponse) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return text_of(answer)


def test_handing_in_and_watching(ada: Client, bell: list[int]) -> None:
    assert "No match file has been added yet" in page(ada, "/club/archive/")
    assert "/club/archive/" in page(ada, "/club/")
    sent = SimpleUploadedFile("Club.zip", zipped(("a.mat", mat()), ("b.txt", b"hello")))
    answer = ada.post("/club/archive/", {"match_files": [sent]})
    archive = Archive.objects.get()
    assert answer.headers["Location"] == f"/club/archive/{archive.pk}/"
    assert bell == [archive.reading_id]
    waiting = page(ada, f"/club/archive/{archive.pk}/")
    assert "Reading the files" in waiting
    assert 'http-equiv="refresh"' in waiting
    path = f"/club/archive/{archive.pk}/"
    fragment = ada.get(path, headers={"HX-Request": "true"})
    assert fragment.status_code == 200
    read(archive)
    fragment = ada.get(path, headers={"HX-Request": "true"})
    assert fragment.status_code == 286
    shown = page(ada, path)
    assert "New match Ane Alm – Bjarke Brink." in shown
    assert re.search("3 points .*3–1.* 4 games", shown)
    assert "Import 1 file" in shown
    assert "hx-get" not in shown
    assert "Club.zip" in page(ada, "/club/archive/")


def test_filters(ada: Client) -> None:
    builders.player(ANE)
    archive = handed_in(mat(), b"no match", mat("Ane Almm", BO, won="222"), mat())
    path = f"/club/archive/{archive.pk}/"
    for show, count in (("", 4), ("ready", 1), ("refused", 1), ("left", 1), ("x", 4)):
        shown = page(ada, f"{path}?show={show}")
        assert len(re.findall(r'<tr id="file-', shown)) == count, show
    assert shows(page(ada, f"{path}?show=left"), "same-file")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "match_files:required"),
        (
            {"match_files": SimpleUploadedFile("a.zip", b"PK\x03\x04")},
            "archive.damaged",
        ),
        ({"match_files": "a.zip"}, "match_files:required"),
    ],
)
def test_what_cannot_be_handed_in(ada: Client, sent: dict[str, Any], code: str) -> None:
    answer = ada.post("/club/archive/", sent)
    assert answer.status_code == 422
    assert code in codes_of(answer)
    assert not Archive.objects.exists()


def test_taking_all_that_is_ready(ada: Client, bell: list[int]) -> None:
    archive = handed_in(mat(), mat(won="222"))
    path = f"/club/archive/{archive.pk}/"
    answer = ada.post(f"{path}import/", {"rules": "swedish"})
    assert answer.status_code == 302
    job = Archive.objects.get().importing
    assert job is not None
    assert bell == [job.pk]
    assert "Importing the files" in page(ada, path)
    tasks.run_job(job.pk)
    shown = page(ada, path)
    assert "Imported" in shown
    match = Match.objects.first()
    assert match is not None
    assert match.profile.profile.key == "swedish"
    assert f"/m/{match.code}/" in shown
    refused = ada.post(f"{path}import/", {"rules": "swedish"})
    assert refused.status_code == 422
    assert NOTHING_READY.english in text_of(refused)


def test_saying_who_is_who(ada: Client) -> None:
    ane = builders.player(ANE, club="Oslo")
    archive = handed_in(mat("Ane Almm", "Dora Dahl"))
    path = f"/club/archive/{archive.pk}/"
    assert ada.get(path).context["page"].open_names == 1
    assert f'href="{path}names/"' in page(ada, path)
    assert "Ane Alm (Oslo)" in page(ada, f"{path}names/")
    one, two = (
        hashlib.sha256(n.encode()).hexdigest()[:12] for n in ("Ane Almm", "Dora Dahl")
    )
    sent = {f"who_{one}": "other", f"other_{one}": "", f"who_{two}": "new"}
    assert ada.post(f"{path}names/", sent).status_code == 422
    del sent[f"who_{one}"]
    answer = ada.post(f"{path}names/", sent | {f"other_{one}": "Nobody Known"})
    assert "No player in the directory is called Nobody Known." in text_of(answer)
    assert 'value="Nobody Known"' in text_of(answer)
    answer = ada.post(f"{path}names/", {f"who_{one}": ane.key, f"who_{two}": "new"})
    assert answer.headers["Location"] == path
    assert told(ada.get(path)) == ["success"]
    assert files(archive)[0].player_1 == ane


def test_deciding_about_one_file(ada: Client, bell: list[int]) -> None:
    match = on_record()
    recording.record_final(match_id=match.pk, score_1=3, score_2=2, by=None)
    (file,) = files(handed_in(mat()))
    path = f"/club/archive/{file.archive_id}/1/"
    shown = page(ada, path)
    assert says(shown, "recorded.other_score")
    assert "3–2" in shown
    keys = {"who_1": match.player_1.key, "who_2": match.player_2.key}
    sent = {**keys, "rules": "danish", "crawford": "on"}
    answer = ada.post(path, sent)
    assert answer.status_code == 422
    assert "goal:required" in codes_of(answer)
    crossed = text_of(ada.post(path, {**sent, "goal": match.code, "swap": "1"}))
    second = re.search(rf'name="who_1" value="{match.player_2.key}"[^>]*', crossed)
    assert second
    assert "checked" in second[0]
    answer = ada.post(path, {**sent, "goal": match.code, "replaces": "on"})
    assert answer.status_code == 302
    assert len(bell) == 1
    tasks.run_job(bell[0])
    match.refresh_from_db()
    assert (match.score_1, match.score_2) == (3, 1)
    assert f'action="{path}undo/"' in page(ada, path)
    ada.post(f"{path}undo/")
    match.refresh_from_db()
    assert (match.score_1, match.score_2) == (3, 2)
    assert "was undone" in page(ada, path)


def test_matches_to_choose_from_can_be_told_apart(ada: Client) -> None:
    evening = builders.evening("monrad", [ANE, BO], match_length=3)
    (paired,) = builders.matches(builders.published_round(evening))
    people = {"player_1": paired.player_1, "player_2": paired.player_2}
    found = [Match.objects.get(pk=paired.pk)]
    for number in range(4):
        day = timezone.make_aware(timezone.datetime(2025, 11, 20 + number // 2, 19))
        shared = {"length": 3, "profile": paired.profile, **people}
        found.append(Match.objects.create(**shared, created_at=day))
    recording.record_final(match_id=found[1].pk, score_1=3, score_2=1, by=None)
    Match.objects.filter(pk=found[1].pk).update(finished_at=found[1].created_at)
    is_straight = paired.player_1.name == ANE
    winners = [1, 2, 1, 1] if is_straight else [2, 1, 2, 2]
    play(found[2], *map(game, winners))
    Match.objects.filter(pk=found[2].pk).update(finished_at=found[2].created_at)
    play(found[3], game(winners[0]))
    play(found[4], game(winners[1]))
    (file,) = files(handed_in(mat(day="2025.11.21")))
    shown = re.sub(r"<[^>]*>", " ", page(ada, f"/club/archive/{file.archive_id}/1/"))
    shown = " ".join(shown.split())
    codes = [match.code for match in found]
    where = [f"club match · {day} November 2025, 19:00 ·" for day in (20, 21)]
    counted = "1 game is recorded"
    assert f"{where[1]} {codes[3]} {counted}, 1–0, the same as in the file" in shown
    assert f"{where[1]} {codes[4]} {counted}, 0–1: it differs" in shown
    same_games = words("recorded.same_games", score="3–1")
    assert f"{where[0]} {codes[2]} {same_games}" in shown
    told = f"{evening.name} · Round 1 · M1 ·"
    nothing = words("recorded.nothing_yet")
    assert re.search(f"{told} [^·]+ · {codes[0]} {nothing}", shown)
    if is_straight:
        assert f"{codes[1]} {words('recorded.same_score', score='3–1')}" in shown
    near = [shown.index(f" · {code} ") for code in codes]
    assert max(near[3:]) < min(near[1:3]) < max(near[1:3]) < near[0]


def test_rating_and_day_are_asked_for(ada: Client, bell: list[int]) -> None:
    archive = handed_in(mat(), mat(won="222"), mat(won="2212", day="2024.03.05"))
    path = f"/club/archive/{archive.pk}/"
    shown = page(ada, path)
    assert "2 files have no date: their matches get the date of today" in shown
    assert shown.count("no date in the file") == 2
    assert not re.search('name="rated"[^>]*checked', shown)
    sent = {"rules": "danish", "crawford": "on", "rated": "on"}
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    answer = ada.post(f"{path}import/", sent | {"day": tomorrow})
    assert answer.status_code == 422
    assert "day:invalid" in codes_of(answer)
    who = {"who_1": "new", "who_2": "new", "goal": "new"}
    one = ada.post(f"{path}1/", sent | who | {"day": "2023-01-02", "keep": "1"})
    assert one.status_code == 302
    assert 'value="2023-01-02"' in page(ada, f"{path}1/")
    assert ada.post(f"{path}import/", sent | {"day": "2023-01-03"}).status_code == 302
    tasks.run_job(bell[0])
    first, second, third = Match.objects.order_by("pk")
    days = [timezone.localdate(each.created_at) for each in (first, second, third)]
    assert days == [date(2023, 1, 2), date(2023, 1, 3), date(2024, 3, 5)]
    assert first.rated
    assert third.rated


def test_a_match_of_an_unknown_day_says_so(ada: Client) -> None:
    archive = handed_in(mat())
    imported(archive)
    shown = page(ada, f"/club/archive/{archive.pk}/1/")
    assert shows(shown, "no-date")


def test_names_that_are_clear_are_folded_away(ada: Client) -> None:
    builders.player("Signe Holm")
    archive = handed_in(mat("Signe", "Dora Dahl"))
    shown = page(ada, f"/club/archive/{archive.pk}/names/")
    rows = re.findall(r'<details class="more"( open)?>.*?<span>(\w+)', shown)
    assert rows == [(" open", "Signe"), ("", "Dora")]
    assert '<span class="more__now">New player Dora Dahl</span>' in shown
    assert shown.count('<details class="archive-other">') == 2


def test_conceded_points_send_no_director_to_the_director(ada: Client) -> None:
    text = mat(won="1").replace(b"Wins 1 point", b"Wins 5 points")
    text = text.replace(b" 3 point match", b" 13 point match")
    (file,) = files(handed_in(text))
    shown = page(ada, f"/club/archive/{file.archive_id}/1/")
    assert says(shown, "doubt.points_conceded")
    assert "ask the director" not in shown


def test_keeping_a_decision_for_later(ada: Client, bell: list[int]) -> None:
    first, second = files(handed_in(mat(), mat(remark="another program")))
    assert (first.state, second.state) == ("ready", "left")
    path = f"/club/archive/{second.archive_id}/2/"
    sent = {"who_1": "new", "who_2": "new", "goal": "new", "rules": "danish"}
    answer = ada.post(path, {**sent, "keep": "1"})
    assert answer.headers["Location"] == f"/club/archive/{second.archive_id}/"
    assert states(second.archive) == ["ready", "ready"]
    assert not bell


def test_leaving_a_file_out(ada: Client) -> None:
    (file,) = files(handed_in(mat()))
    path = f"/club/archive/{file.archive_id}/1/"
    assert ada.post(f"{path}leave/").status_code == 302
    assert shows(page(ada, f"/club/archive/{file.archive_id}/"), "left-out")
    assert "Import" in page(ada, path)


@pytest.mark.parametrize("number", ["x", "\x00", "9" * 40, "0", "-1", "٣"])
def test_one_file_that_is_none_is_not_all_of_them(ada: Client, number: str) -> None:
    archive = handed_in(mat())
    answer = ada.post(
        f"/club/archive/{archive.pk}/import/", {"rules": "danish", "number": number}
    )
    assert answer.status_code == 422
    assert states(archive) == ["ready"]


@pytest.mark.parametrize("typed", ["\x00", "x" * 500, "nobody"])
def test_choices_that_are_none(ada: Client, typed: str) -> None:
    archive = handed_in(mat())
    fields = ("who_1", "who_2", "other_1", "other_2", "goal", "rules", "replaces")
    for field in fields:
        sent = {"who_1": "new", "who_2": "new", "goal": "new", "rules": "danish"}
        answer = ada.post(f"/club/archive/{archive.pk}/1/", {**sent, field: typed})
        if field != "replaces":
            assert answer.status_code == 422, field
            swap = {**sent, field: typed, "swap": "1"}
            again = ada.post(f"/club/archive/{archive.pk}/1/", swap)
            assert again.status_code == 200, field
    for query in (f"?show={typed}", f"?page={typed}"):
        page(ada, f"/club/archive/{archive.pk}/{query}")
    page(ada, f"/club/archive/?page={typed}")


def test_more_than_arrives_at_once(ada: Client) -> None:
    large = SimpleUploadedFile("large.zip", b"PK\x03\x04" + bytes(10 * 1024 * 1024))
    answer = ada.post("/club/archive/", {"match_files": [large]})
    assert answer.status_code == 422
    assert "at most 10 MB together" in text_of(answer)


def test_a_fragment_is_one_element(ada: Client) -> None:
    archive = handed_in(mat())
    path = f"/club/archive/{archive.pk}/"
    shown = ada.get(path, headers={"HX-Request": "true"}).content.decode().strip()
    assert shown.startswith('<div id="archive"')
    assert shown.endswith("</div>")
    assert "<html" not in shown


def test_removing_an_archive(ada: Client) -> None:
    archive = handed_in(mat())
    path = f"/club/archive/{archive.pk}/remove/"
    assert "Remove evening.zip?" in page(ada, path)
    assert ada.post(path).headers["Location"] == "/club/archive/"
    assert not Archive.objects.exists()


def test_a_job_that_was_given_up_is_tried_again(ada: Client, bell: list[int]) -> None:
    archive = archive_services.add_archive(uploads=[Upload("a.mat", mat())], by=None)
    Job.objects.update(state="failed", error=BROKE.code)
    path = f"/club/archive/{archive.pk}/"
    assert shown(BROKE) in page(ada, path)
    ada.post(f"{path}again/")
    archive.refresh_from_db()
    assert bell == [archive.reading_id]
    read(archive)
    assert states(archive) == ["ready"]


def test_polling_reads_no_file_again(ada: Client) -> None:
    archive = handed_in(mat())
    with mock.patch("matches.files.compare.judge", side_effect=AssertionError):
        page(ada, f"/club/archive/{archive.pk}/")
        page(ada, f"/club/archive/{archive.pk}/1/")
        page(ada, "/club/archive/")


def test_pages_ask_as_often_for_many_files_as_for_few(ada: Client) -> None:
    few = handed_in(mat())
    many = handed_in(*(mat(f"Player {chr(65 + n)}x", BO) for n in range(20)))
    for path in ("", "names/", "1/"):
        counts = []
        for archive in (few, many):
            with CaptureQueriesContext(connection) as captured:
                page(ada, f"/club/archive/{archive.pk}/{path}")
            counts.append(len(captured))
        assert max(counts) <= 12, path
        assert counts[0] == counts[1], path


def test_only_directors_see_any_of_it(client: Client) -> None:
    archive = handed_in(mat())
    ben = builders.signed_in(builders.reader())
    for path in ("", f"{archive.pk}/", f"{archive.pk}/1/", f"{archive.pk}/names/"):
        assert client.get(f"/club/archive/{path}").status_code == 302
        assert ben.get(f"/club/archive/{path}").status_code == 403
    assert "archive" not in page(client, "/club/")


def test_files_of_programs_are_read_in_a_moment() -> None:
    if not FOLDER.is_dir():
        pytest.skip("there are no samples on this machine")
    found = sorted(FOLDER.glob("*.mat"))
    content = zipped(*((path.name, path.read_bytes()) for path in found))
    archive = archive_services.add_archive(uploads=[Upload("x.zip", content)], by=None)
    read(archive)
    assert set(states(archive)) <= {"ready", "open"}
