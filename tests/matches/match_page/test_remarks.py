"""What players write about a game: seen by directors, then by everybody if accepted."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.ledger import recording
from matches.ledger.errors import REMARK_GONE
from matches.ledger.reporter import SHEET, Reporter
from matches.models import Game, Match
from matches.player_page.own_file import own_file
from matches.rules import Side
from tests import builders
from tests.builders import game
from tests.matches.ledger.test_recording import acts

pytestmark = pytest.mark.django_db

ANE = Reporter(side=Side.ONE, via=SHEET, device="AAAA")
BJARKE = Reporter(side=Side.TWO, via=SHEET, device="BBBB")
WORDS = "He rolled off the board."


@pytest.fixture
def match():
    """Ane has recorded the first game, with a remark."""
    match = builders.match(7, reporting="agree")
    recording.record_game(
        match_id=match.pk, result=game(1), after=0, by=ANE, remark=WORDS
    )
    return match


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def at_the_sheet(match, side):
    client = Client()
    client.post(reverse("sheet", args=[match.sheet_code]), {"side": side})
    return client


def sees(client, match):
    answer = client.get(reverse("match", args=[match.code]))
    assert answer.status_code == 200
    return WORDS in answer.content.decode()


def decide(client, match, button, row=None):
    row = match.games.valid().get().pk if row is None else row
    path = reverse("show_remark", args=[match.code, row])
    return client.post(path, {button: ""}).status_code


def test_directors_and_the_writer_see_it_until_it_is_accepted(match, ada):
    writer, opponent = at_the_sheet(match, 1), at_the_sheet(match, 2)
    everybody = (ada, writer, opponent, Client())
    assert [sees(one, match) for one in everybody] == [True, True, False, False]
    assert decide(ada, match, "show") == 302
    assert [sees(one, match) for one in everybody] == [True] * 4
    assert decide(ada, match, "hide") == 302
    assert [sees(one, match) for one in everybody] == [True, True, False, False]


def test_it_is_in_the_own_file_of_its_writer_only(match):
    def told(side):
        kept = own_file(match.player(side))
        return str(kept["matches"][0]["games"][0]["remark"])

    assert (told(1), told(2)) == (WORDS, "")
    Game.objects.update(is_remark_shown=True)
    assert (told(1), told(2)) == (WORDS, WORDS)


def test_each_decision_is_one_line_and_a_repeat_none(match, ada):
    for button in ("show", "show", "hide", "hide"):
        assert decide(ada, match, button) == 302
    assert acts(match) == ["game_recorded", "remark_shown", "remark_hidden"]


def test_a_correction_leaves_the_remark_with_its_writer(match, ada):
    decide(ada, match, "show")
    for by in (BJARKE, None):
        old = match.games.valid().get()
        recording.correct_game(
            match_id=match.pk,
            number=1,
            result=game(1 if old.winner == 2 else 2),
            replaces=old.pk,
            by=by,
        )
        new = match.games.valid().get()
        kept = (new.remark, new.remark_side, new.is_remark_shown)
        assert (new.pk == old.pk, kept) == (False, (WORDS, 1, True))


def test_the_opponent_corrects_the_game_and_neither_sees_nor_removes_it(match):
    opponent, row = at_the_sheet(match, 2), match.games.get()
    path = reverse("edit_game", args=[match.code, 1])
    assert WORDS not in opponent.get(path).content.decode()
    values = {"winner": 2, "outcome": "2-single", "replaces": row.pk, "remark": ""}
    seen = ""
    while (answer := opponent.post(path, {**values, "seen": seen})).status_code == 200:
        assert not seen, "a correction that was looked at is saved"
        seen = answer.context["page"].seen  # its other effects were shown first
    assert answer.status_code == 302
    new = match.games.valid().get()
    assert (new.cube, new.remark, new.remark_side) == (2, WORDS, 1)
    assert not sees(opponent, match)


def test_what_a_director_writes_is_public(match):
    recording.correct_game(
        match_id=match.pk,
        number=1,
        result=game(1),
        replaces=match.games.get().pk,
        remark="Three rolls",
        by=None,
    )
    answer = Client().get(reverse("match", args=[match.code]))
    assert "Three rolls" in answer.content.decode()


def test_a_removed_game_comes_back_with_what_was_decided(match, ada):
    decide(ada, match, "show")
    revision = Match.objects.get(pk=match.pk).revision
    recording.remove_last_game(match_id=match.pk, revision=revision, by=None)
    recording.redo(match_id=match.pk, revision=revision + 1, by=None)
    back = match.games.valid().get()
    assert (back.remark, back.remark_side, back.is_remark_shown) == (WORDS, 1, True)


def test_a_remark_that_was_changed_meanwhile_is_refused(match, ada):
    row = match.games.get().pk
    recording.correct_game(
        match_id=match.pk, number=1, result=game(2), replaces=row, by=ANE
    )
    assert decide(ada, match, "show", row) == REMARK_GONE.status


def test_players_decide_nothing(match):
    assert decide(at_the_sheet(match, 1), match, "show") in {302, 403}
    assert not match.games.get().is_remark_shown
