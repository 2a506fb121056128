"""A photo of the score sheet: sent, read by a worker, looked over, saved."""

from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from matches.jobs import tasks
from matches.models import Job, Match
from matches.sheet_photos import services
from matches.sheet_photos.errors import (
    CORNERS_MISSING,
    GAMES_DIFFER,
    NO_SHEET,
    NOTHING_WRITTEN,
    OLD_CODE,
    OTHER_MATCH,
    SEVERAL_SHEETS,
)
from tests import builders, paper
from tests.matches.sheet_photos import filled
from tests.matches.sheet_photos.filled import Played
from tests.refusals import raises
from tournaments.paper.score_sheets import layouts_of
from tournaments.paper.sheets import sheets_of
from tournaments.structure.models import Tournament

pytestmark = pytest.mark.django_db

GAMES = (Played(1, 2, "G"), Played(2, 1), Played(1, 2, "P"), Played(1, 1))


@pytest.fixture(scope="module", autouse=True)
def _pango():
    paper.need_printing()


@pytest.fixture
def sheets():
    """The sheets of a round of two matches to seven points."""
    made = builders.evening(who=4)
    return list(sheets_of(builders.published_round(made)))


def match_of(sheet):
    return Match.objects.get(sheet_code=sheet.code)


def photo_of(sheet, games=GAMES):
    half, origin = filled.half_page(sheet)
    done = filled.filled(half, origin, layouts_of(sheet)[0], games, Random(7))
    return filled.photo(done, Random(7), is_flat=True)


def as_file(image):
    file = BytesIO()
    image.convert("RGB").save(file, "JPEG")
    return SimpleUploadedFile("sheet.jpg", file.getvalue(), "image/jpeg")


def work():
    for pk in Job.objects.filter(kind=services.KIND, state=Job.State.QUEUED):
        tasks.run_job(pk.pk)


def typed(rows):
    kinds = {"": "single", "G": "gammon", "B": "backgammon", "P": "dropped"}
    return {
        f"game{number}-{name}": value
        for number, row in enumerate(rows, 1)
        for name, value in (
            ("winner", str(row.winner)),
            ("outcome", f"{row.cube}-{kinds[row.letter]}"),
        )
    }


def test_a_photo_becomes_games_that_a_player_saves(sheets):
    match, phone = match_of(sheets[0]), Client()
    Match.objects.update(reporting="trust")
    phone.post(reverse("sheet", args=[sheets[0].code]), {"side": 1})
    page = phone.get(reverse("match", args=[match.code])).content.decode()
    take = reverse("sheet_photo", args=[match.code])
    assert take in page
    assert phone.get(take).status_code == 200
    sent = phone.post(take, {"photo": as_file(photo_of(sheets[0]))})
    waits = phone.get(sent.url)
    assert b"aria-busy" in waits.content
    work()
    review = phone.get(sent.url)
    assert review.status_code == 200
    assert review.content.count(b"data:image/jpeg") == len(GAMES)
    refused = phone.post(sent.url, {"game1-winner": "1", "game1-outcome": "2-gammon"})
    assert refused.status_code == 422
    saved = phone.post(sent.url, typed(GAMES), follow=True)
    assert saved.redirect_chain[-1][0] == reverse("match", args=[match.code])
    match.refresh_from_db()
    assert (match.score_1, match.score_2) == (7, 1)
    assert match.games.valid().count() == len(GAMES)
    again = phone.post(sent.url, typed(GAMES), follow=True)
    assert "Already recorded" in again.content.decode()


def test_one_undo_removes_all_games_of_a_photo_and_a_redo_restores_them(sheets):
    match, desk = match_of(sheets[0]), builders.signed_in(builders.director())
    builders.play(match, builders.game(1, cube=2))
    take = reverse("sheet_photo", args=[match.code])
    games = (Played(1, 2), *GAMES[1:3])
    sent = desk.post(take, {"photo": as_file(photo_of(sheets[0], games))})
    work()
    saved = desk.post(sent.url, typed(games), follow=True).content.decode()
    match.refresh_from_db()
    undo = reverse("undo", args=[match.code, match.revision])
    assert undo in saved
    page = desk.post(undo, follow=True).content.decode()
    assert [game.number for game in match.games.valid()] == [1]
    match.refresh_from_db()
    desk.post(reverse("redo", args=[match.code, match.revision]))
    assert match.games.valid().count() == len(games)
    assert "Removed." in page


def test_a_helper_sends_a_sheet_whose_code_says_which_match_it_is(sheets):
    desk = builders.signed_in(builders.director())
    take = reverse("desk_sheet_photo", args=[Tournament.objects.get().slug])
    assert desk.get(take).status_code == 200
    assert Client().get(take).status_code == 302
    assert builders.signed_in(builders.reader()).get(take).status_code == 403
    sent = desk.post(take, {"photo": as_file(photo_of(sheets[1]))})
    assert desk.get(sent.url).status_code == 200
    work()
    match = match_of(sheets[1])
    assert f"/m/{match.code}/" in desk.get(sent.url).url


def test_what_is_read_is_proposed_with_its_doubts(sheets):
    match = match_of(sheets[0])
    found = services.read(photo_of(sheets[0]), match.pk)
    assert found["match"] == match.pk
    rows = found["rows"]
    assert isinstance(rows, list)
    told = [(row["winner"], row["cube"], row["letter"]) for row in rows]
    certain = [not row["doubts"] for row in rows]
    expected = [(game.winner, game.cube, game.letter) for game in GAMES]
    assert [one for one, is_so in zip(told, certain, strict=True) if is_so] == [
        one for one, is_so in zip(expected, certain, strict=True) if is_so
    ]
    assert sum(certain) >= len(GAMES) - 1


def test_photos_that_cannot_be_read_say_why(sheets):
    one, two = sheets
    match = match_of(one)
    photo = photo_of(one)
    with raises(OTHER_MATCH):
        services.read(photo, match_of(two).pk)
    with raises(NOTHING_WRITTEN):
        services.read(photo_of(one, []), match.pk)
    with raises(NO_SHEET):
        services.read(Image.new("RGB", (800, 600), "white"), None)
    upper = filled.half_page(one)[0].crop((0, 0, 1300, 700))
    with raises(CORNERS_MISSING):
        services.read(filled.photo(upper, Random(3), is_flat=True), match.pk)
    left, right = (filled.half_page(sheet)[0] for sheet in sheets)
    both = Image.new("RGB", (left.width * 2, left.height))
    both.paste(left, (0, 0))
    both.paste(right, (left.width, 0))
    with raises(SEVERAL_SHEETS):
        services.read(both, None)
    Match.objects.filter(pk=match.pk).update(sheet_code="AAAAAAAA")
    with raises(OLD_CODE):
        services.read(photo, None)


def test_a_file_that_is_no_photo_is_refused(sheets):
    desk = builders.signed_in(builders.director())
    take = reverse("sheet_photo", args=[match_of(sheets[0]).code])
    for content in (b"", b"no picture", b"\xff\xd8\xff" + bytes(20_000_000)):
        file = SimpleUploadedFile("sheet.jpg", content, "image/jpeg")
        assert desk.post(take, {"photo": file}).status_code in {409, 413, 422}
    assert not Job.objects.filter(kind=services.KIND).exists()


def test_games_that_are_recorded_already_stay(sheets):
    match = match_of(sheets[0])
    first, second = builders.game(1, cube=2), builders.game(2)
    builders.play(match, first)
    services.save_games(match_id=match.pk, before=0, games=[first, second], by=None)
    assert match.games.valid().count() == 2
    with raises(GAMES_DIFFER, number=1):
        services.save_games(match_id=match.pk, before=0, games=[second], by=None)
