"""A line in the result box against a known result: sent twice, it replaces that."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from matches.accounts.roles import Role
from matches.models import Match, User
from tests import builders
from tests.tournaments.results.correction.test_services import (
    cup,
    facts,
    first,
    play_on,
)
from tournaments.models import Correction, Tournament

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}


def evening() -> Tournament:
    """Two matches to 7, nothing played."""
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    return made


def send(client: Client, made: Tournament, line: str, mark: str = "") -> Any:
    given = {"line": line} | ({"replaces": mark} if mark else {})
    return client.post(f"/desk/{made.slug}/results/", given, headers=HTMX)


def result_of(made: Tournament) -> tuple[int, int, int | None]:
    match = Match.objects.get(pairing__tournament=made, pairing__match_number=1)
    return match.score_1, match.score_2, match.winner


def test_enter_twice_replaces_a_result_and_one_undo_restores_it(ada: Client) -> None:
    made = evening()
    assert send(ada, made, "1 7 3").status_code == 200
    before = facts(made)
    asked = send(ada, made, "1 2 7")
    line = asked.context["page"].line
    assert asked.status_code == 409
    assert (line.text, bool(line.replaces)) == ("1 2 7", True)
    assert line.changes, "the winner changes, and the box says so"
    assert facts(made) == before
    done = send(ada, made, "1 2 7", line.replaces)
    assert done.status_code == 200
    assert result_of(made) == (2, 7, 2)
    undo = f"/desk/{made.slug}/changes/{Correction.objects.get().amendment_id}/undo/"
    assert undo in done.content.decode()
    assert ada.post(undo).status_code == 302
    assert result_of(made) == (7, 3, 1)


def test_what_has_changed_since_is_asked_again(ada: Client) -> None:
    made = evening()
    send(ada, made, "1 7 3")
    mark = send(ada, made, "1 2 7").context["page"].line.replaces
    send(ada, made, "2 7 0")
    again = send(ada, made, "1 2 7", mark)
    assert again.status_code == 409
    other = send(ada, made, "1 4 7", again.context["page"].line.replaces)
    assert other.status_code == 409, "the mark is that of another line"
    assert result_of(made) == (7, 3, 1)
    assert send(ada, made, "1 7 3").status_code == 200, "what is known is known"
    assert not Correction.objects.exists()


def test_what_leaves_a_choice_is_shown_first(ada: Client) -> None:
    made = cup(4)
    play_on(made)
    match, before = first(made).match, facts(made)
    asked = send(ada, made, "1 1 5")
    mark = asked.context["page"].line.replaces
    sent = send(ada, made, "1 1 5", mark)
    address = sent.headers["HX-Redirect"]
    assert urlsplit(address).path == f"/desk/{made.slug}/matches/{match.code}/correct/"
    page = ada.get(address).context
    assert page["effects"].mark == mark
    assert page["mode"] == page["effects"].suggestion.mode != ""
    assert facts(made) == before, "nothing is saved by looking"
    whole = ada.post(f"/desk/{made.slug}/results/", {"line": "1 1 5", "replaces": mark})
    assert (whole.status_code, whole.headers["Location"]) == (302, address)


def test_without_the_right_to_correct_nothing_is_offered() -> None:
    made = evening()
    person = User.objects.create_user(username="Bo", role=Role.RESULTS)
    helper = builders.signed_in(person)
    send(helper, made, "1 7 3")
    refused = send(helper, made, "1 2 7", "0" * 16)
    line = refused.context["page"].line
    assert (refused.status_code, line.replaces) == (409, "")
    assert result_of(made) == (7, 3, 1)


@pytest.mark.parametrize("line", ["1 7 7", "1 9 2", "1 2 2"])
def test_an_impossible_score_is_refused_for_what_it_is(ada: Client, line: str) -> None:
    made = evening()
    send(ada, made, "1 7 3")
    refused = send(ada, made, line)
    assert (refused.status_code, refused.context["page"].line.replaces) == (422, "")


@pytest.mark.parametrize("line", ["seven three", "99 7 3", ""])
def test_a_line_with_a_mark_that_names_no_match_is_refused(
    ada: Client, line: str
) -> None:
    made = evening()
    send(ada, made, "1 7 3")
    mark = send(ada, made, "1 2 7").context["page"].line.replaces
    refused = send(ada, made, line, mark)
    shown = refused.context["page"].line
    assert refused.status_code in {404, 409, 422}
    assert (shown.text, shown.replaces) == (line, "")
    assert result_of(made) == (7, 3, 1)
    assert not Correction.objects.exists()


def test_undo_and_redo_of_a_replaced_result_stay_at_the_desk(ada: Client) -> None:
    made = evening()
    send(ada, made, "1 7 3")
    mark = send(ada, made, "1 2 7").context["page"].line.replaces
    send(ada, made, "1 2 7", mark)
    desk = f"/desk/{made.slug}/"
    address = f"{desk}changes/{Correction.objects.get().amendment_id}"
    for act, result in (("undo", (7, 3, 1)), ("redo", (2, 7, 2))):
        answer = ada.post(f"{address}/{act}/?desk=1", follow=True)
        assert answer.redirect_chain[-1][0] == desk
        assert result_of(made) == result
        assert f"/{'redo' if act == 'undo' else 'undo'}/?desk=1" in str(answer.content)


def test_a_match_without_a_result_is_not_replaced(ada: Client) -> None:
    made = evening()
    send(ada, made, "1 7 3")
    mark = send(ada, made, "1 2 7").context["page"].line.replaces
    assert send(ada, made, "2 7 5", mark).status_code == 200
    assert not Correction.objects.exists()
    played = Match.objects.get(pairing__tournament=made, pairing__match_number=2)
    assert (played.score_1, played.score_2, played.winner) == (7, 5, 1)
