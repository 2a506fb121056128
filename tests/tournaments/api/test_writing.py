"""What programs with a token write: who may, once, and what is refused."""

import json
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.people import all_people, change_role, end_access
from matches.accounts.roles import Role
from matches.accounts.services import give_role
from matches.api.models import ApiToken
from matches.api.tokens import make_token, withdraw_token
from matches.models import JournalEntry, Match, Player
from matches.players.shown import Shown
from matches.web import throttle
from tests import builders, fuzz
from tournaments.models import Entry, Tournament
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/"


@pytest.fixture(scope="module")
def world(kept):
    """An evening in its first round, one that nobody entered, and an owner."""
    owner = builders.director("Ada")
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    other = builders.tournament(name="Other")
    return SimpleNamespace(owner=owner, evening=evening, other=other, match=match)


def token(world, role=Role.DESK, *, at=None, days=1, by=None):
    return make_token(
        ApiToken(
            name="Clock",
            role=role,
            ends_at=timezone.now() + timedelta(days=days),
            event=None if at is None else at.pk,
            created_by=by or world.owner,
        )
    )


def send(path, body, given="", **headers):
    """Send a body, JSON unless it is bytes, with a token if there is one."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    if given:
        headers["Authorization"] = f"Bearer {given}"
    return Client(enforce_csrf_checks=True).post(
        ROOT + path, raw, content_type="application/json", headers=headers
    )


def code_of(answer):
    told = json.loads(answer.content)
    assert set(told) == {"code", "message", "values"}, told
    return str(told["code"])


def asked(path, given):
    return Client().get(ROOT + path, headers={"Authorization": f"Bearer {given}"})


GAME = {"after": 0, "winner": 1, "kind": "gammon", "cube": 2}


def test_a_bot_enters_games_and_a_result(world):
    bot = token(world, Role.RESULTS, at=world.evening)
    path = f"matches/{world.match.code}/"
    first = send(f"{path}games/", GAME | {"cube": 2.0}, bot)  # as JSON has it
    assert first.status_code == 201
    assert json.loads(first.content)["score"] == {"one": 4, "two": 0}
    assert send(f"{path}games/", GAME, bot).status_code == 201  # sent once more
    late = send(f"{path}games/", GAME | {"winner": 2}, bot)
    assert (late.status_code, code_of(late)) == (409, "match.score_changed")
    seen = json.loads(asked(path, bot).content)
    assert len(seen["games"]) == 1
    back = send(f"{path}undo/", {"revision": seen["revision"]}, bot)
    assert json.loads(back.content)["games"] == []
    over = send(f"{path}result/", {"one": 7, "two": 3}, bot)
    assert json.loads(over.content)["winner"] == 1
    assert send(f"{path}result/", {"one": 7, "two": 3}, bot).status_code == 200
    again = send(f"{path}result/", {"one": 3, "two": 7}, bot)
    assert again.status_code in {409, 422}
    revision = json.loads(over.content)["revision"]
    corrected = {"one": 7, "two": 5, "corrects": revision}
    right = send(f"{path}result/", corrected, bot)
    assert json.loads(right.content)["score"] == {"one": 7, "two": 5}
    told = JournalEntry.objects.filter(match=world.match, act="game_recorded")
    assert [str(row.actor) for row in told] == ["Clock"]


def test_a_federation_enters_players(world):
    desk = token(world, at=world.other)
    known = Player.objects.get(pk=world.match.player_1_id)
    body = {
        "players": [
            {
                **{"name": "Åse Ødegård", "club": "Oslo", "rating": 1612.5},
                "country": "Norge",
            },
            {"key": known.key},
            {"name": 'Bo "Bob" Lund'},
        ],
        "here": True,
    }
    answer = send(f"tournaments/{world.other.slug}/entries/", body, desk)
    assert answer.status_code == 201, answer.content
    made = json.loads(answer.content)["entries"]
    assert [one["player"]["name"] for one in made][:2] == ["Åse Ødegård", known.name]
    assert {one["is_here"] for one in made} == {True}
    assert Player.objects.filter(name="Åse Ødegård", country="Norge").exists()
    again = send(f"tournaments/{world.other.slug}/entries/", body, desk)
    assert again.status_code == 422
    assert Entry.objects.filter(tournament=world.other).count() == 3


def test_with_a_key_nobody_is_entered_twice(world):
    desk = token(world, at=world.other)
    path = f"tournaments/{world.other.slug}/entries/"
    body = {"players": [{"name": "Åse Ødegård"}, {"name": "Kai Lund"}]}
    keyed = {"Idempotency-Key": "first-of-the-day"}
    first = send(path, body, desk, **keyed)
    second = send(path, body, desk, **keyed)
    assert (first.status_code, first.content) == (201, second.content)
    other = send(path, {"players": [{"name": "Pia Quist"}]}, desk, **keyed)
    assert (other.status_code, code_of(other)) == (409, "form.other_act")
    bad = send(path, body, desk, **{"Idempotency-Key": "a b"})
    assert (bad.status_code, code_of(bad)) == (422, "api.body_invalid")
    assert Entry.objects.filter(tournament=world.other).count() == 2


def test_entrants_that_cannot_be_meant(world):
    desk = token(world, at=world.other)
    path = f"tournaments/{world.other.slug}/entries/"
    Player.objects.filter(pk=world.match.player_1_id).update(name="Søren Skov")
    asked("", desk)  # that it was used is noted once a minute
    before = fuzz.everything()

    def refused(status, *players, **more):
        answer = send(path, {"players": list(players)} | more, desk)
        assert answer.status_code == status, answer.content
        return code_of(answer)

    assert refused(409, {"name": "Soeren Skov"}) == "api.entrant_unsure"
    assert refused(422, {"key": "NOBODY2345"}) == "api.entrant_unknown"
    assert refused(422, {}) == "api.entrant_nameless"
    assert refused(422, {"name": "   "}) == "api.entrant_nameless"
    key = Player.objects.values_list("key", flat=True)[0]
    assert refused(422, {"key": key}, {"key": key}) == "api.entrant_twice"
    twice = {"name": "Pia Quist"}
    assert refused(422, twice, twice) == "api.entrant_twice"
    assert refused(422, twice, division=9) == "api.no_such_division"
    for odd in ("a;b", "a\nb", "a\x00", "a\u2028b", "x" * 81):
        assert refused(422, {"name": odd}) == "api.body_invalid"
    assert fuzz.everything() == before


WRONG = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"after": "0", "winner": 1}',
    b'{"after": 0, "winner": 3}',
    b'{"after": 0, "winner": 1, "cube": 1e400}',
    b'{"after": 0, "winner": 1, "cube": 99999999999999999999}',
    b'{"after": 0, "winner": 1, "unknown": 1}',
    b'{"after": 0, "winner": 1, "kind": "single\\u0000"}',
    b'{"after": 0, "winner": true}',
    b'{"after": 0.5, "winner": 1}',
    b'{"after": 0, "winner": 1e300}',
    b"[" * 5000,
)


@pytest.mark.parametrize("body", WRONG, ids=lambda body: repr(body[:40]))
def test_a_wrong_body_is_refused(world, body):
    bot = token(world, Role.RESULTS, at=world.evening)
    answer = send(f"matches/{world.match.code}/games/", body, bot)
    assert (answer.status_code, code_of(answer)) == (422, "api.body_invalid")


def test_too_much_is_refused(world):
    bot = token(world, Role.RESULTS, at=world.evening)
    answer = send(f"matches/{world.match.code}/games/", b" " * 300_000, bot)
    assert (answer.status_code, code_of(answer)) == (413, "api.body_too_large")


def test_impossible_games_are_refused_as_on_the_pad(world):
    bot = token(world, Role.RESULTS, at=world.evening)
    path = f"matches/{world.match.code}/"
    assert send(f"{path}games/", GAME | {"cube": 3}, bot).status_code == 422
    assert send(f"{path}result/", {"one": 9, "two": 3}, bot).status_code == 422
    assert send(f"{path}undo/", {"revision": 0}, bot).status_code in {409, 422}


def writes(world):
    """Return every address that writes, with a good body and the least role."""
    of = f"matches/{world.match.code}/"
    entries = {"players": [{"name": "Pia Quist"}]}
    return [
        (f"{of}games/", GAME, Role.RESULTS),
        (f"{of}result/", {"one": 7, "two": 3}, Role.RESULTS),
        (f"{of}undo/", {"revision": world.match.revision}, Role.RESULTS),
        (f"tournaments/{world.evening.slug}/entries/", entries, Role.DESK),
    ]


def test_who_may_write_what(world):
    """Each address with each kind of token: 401, 403, 404, or it is carried out."""
    before = fuzz.everything()
    over = token(world, at=world.evening)
    ApiToken.objects.update(
        created_at=timezone.now() - timedelta(days=2),
        ends_at=timezone.now() - timedelta(days=1),
    )
    for path, body, _least in writes(world):
        nobody = send(path, body)
        assert (nobody.status_code, code_of(nobody)) == (401, "api.token_needed")
        assert nobody["WWW-Authenticate"] == "Bearer"
        for wrong, code in (
            ("nonsense", "api.token_unknown"),
            ("crawford_" + "0" * 32, "api.token_unknown"),
            (over, "api.token_ended"),
        ):
            answer = send(path, body, wrong)
            assert (answer.status_code, code_of(answer)) == (401, code)
        director = builders.signed_in(world.owner)
        cookies = director.post(
            ROOT + path, json.dumps(body), content_type="application/json"
        )
        assert cookies.status_code == 401
        viewer = token(world, Role.VIEWER, at=world.evening)
        assert send(path, body, viewer).status_code == 403
        elsewhere = token(world, Role.DESK, at=world.other)
        assert send(path, body, elsewhere).status_code == 404
    assert {key for key in before if before[key] != fuzz.everything()[key]} <= {
        "matches.ApiToken",
        "matches.Grant",
        "matches.JournalEntry",
        "matches.User",
        "sessions.Session",
        "usersessions.UserSession",
    }


def test_a_token_for_another_tournament_changes_and_reads_nothing(world):
    """Of a private tournament it learns nothing: the answer is as for none at all."""
    Tournament.objects.filter(pk=world.evening.pk).update(visibility=Visibility.PRIVATE)
    given = token(world, Role.DIRECTOR, at=world.other)
    before = fuzz.everything()
    answers = [send(path, body, given) for path, body, _least in writes(world)]
    assert fuzz.everything() == before | {
        "matches.ApiToken": fuzz.everything()["matches.ApiToken"]
    }
    slug, code = world.evening.slug, world.match.code
    of_stage = ("rounds", "rounds/1", "standings", "draws")
    tournament = [
        f"tournaments/{slug}/{part}"
        for part in ("", "entries/", "matches/", *map("stages/1/{}/".format, of_stage))
    ]
    read = (*tournament, f"matches/{code}/")
    here = token(world, Role.DIRECTOR, at=world.evening)
    assert {asked(path, here).status_code for path in read} == {200}
    answers += [asked(path, given) for path in read]
    nowhere = asked("tournaments/no-such-tournament/", given)
    for answer in answers:
        assert answer.status_code == 404, answer.wsgi_request.path
        assert code_of(answer) == code_of(nowhere)


@pytest.mark.parametrize("everywhere", [False, True])
def test_the_least_role_is_enough(world, everywhere):
    at = None if everywhere else world.evening
    for path, body, least in writes(world):
        done = send(path, body, token(world, least, at=at))
        known = "undo" in path  # the result before it has changed the revision
        assert done.status_code in ({409} if known else {200, 201, 409, 422})
        assert done.status_code not in {401, 403, 404}
    by_results = token(world, Role.RESULTS, at=at)
    path, body, _role = writes(world)[-1]
    assert send(path, body, by_results).status_code == 403


def test_a_private_tournament_is_for_its_token(world):
    Tournament.objects.filter(pk=world.evening.pk).update(visibility=Visibility.PRIVATE)
    path = f"tournaments/{world.evening.slug}/"
    assert asked(path, token(world, Role.VIEWER, at=world.evening)).status_code == 200
    assert asked(path, token(world, Role.VIEWER, at=world.other)).status_code == 404


def test_full_names_are_for_who_asks_and_may(world):
    full = "Rut Qvist"
    Player.objects.filter(pk=world.match.player_1_id).update(
        name=full, shown_by_player=Shown.HIDDEN, public_name="N.N."
    )
    here = token(world, Role.VIEWER, at=world.evening)
    there = token(world, Role.VIEWER, at=world.other)
    slug = world.evening.slug
    for path in (f"tournaments/{slug}/entries/", f"matches/{world.match.code}/"):
        assert full not in asked(path, here).content.decode()
        assert full in asked(f"{path}?names=full", here).content.decode()
        assert full not in asked(f"{path}?names=full", there).content.decode()
        tags = {asked(path + names, here)["ETag"] for names in ("", "?names=full")}
        assert len(tags) == 2


def test_a_token_dies_with_what_its_maker_may(world):
    other_owner = builders.director("Bo")
    change_role(other_owner, role=Role.OWNER, by=world.owner)
    made = token(world, by=User.objects.get(pk=other_owner.pk))
    assert asked("", made).status_code == 200
    change_role(other_owner, role=Role.DIRECTOR, by=world.owner)
    assert asked("", made).status_code == 401
    helper = User.objects.create_user("Kim")
    give_role(helper, event=world.evening.pk, role=Role.DIRECTOR)
    of_one = token(world, at=world.evening, by=helper)
    assert asked("", of_one).status_code == 200
    end_access(helper, by=world.owner)
    assert asked("", of_one).status_code == 401


def test_a_withdrawn_token_works_no_more(world):
    made = token(world, at=world.evening)
    row = ApiToken.objects.get()
    assert made not in str(vars(row))
    owner = builders.signed_in(world.owner)
    elsewhere = f"/desk/{world.other.slug}/programs/{row.pk}/end/"
    assert owner.post(elsewhere).status_code == 404
    assert withdraw_token(row, by=world.owner)
    assert not withdraw_token(row, by=world.owner)
    assert asked("", made).status_code == 401


def test_a_token_that_ends_between_two_pages_is_told_so(world):
    """It gets no page with other names, and is not slowed like somebody who guesses."""
    made = token(world, at=world.evening)
    path = f"tournaments/{world.evening.slug}/entries/?names=full&per_page=2&page="
    first = asked(f"{path}1", made)
    assert (first.status_code, first.json()["next"]) == (200, 2)
    assert withdraw_token(ApiToken.objects.get(), by=world.owner)
    for _time in range(throttle.FREE_CODES_PER_ADDRESS + 2):
        second = asked(f"{path}2", made)
    assert (second.status_code, second.json()["code"]) == (401, "api.token_ended")
    assert second["WWW-Authenticate"] == "Bearer"
    assert throttle.DELAY_HEADER not in second
    unknown = asked(f"{path}2", "crawford_" + 32 * "0")
    assert unknown.json()["code"] == "api.token_unknown"


def test_a_program_is_no_person(world):
    """It is in no list of people, cannot sign in, and has no page."""
    token(world)
    account = ApiToken.objects.get().account
    assert account not in all_people()
    assert not account.has_usable_password()
    owner = builders.signed_in(world.owner)
    assert owner.get(f"/directors/{account.pk}/").status_code == 404


def test_tokens_are_made_and_withdrawn_in_the_browser(world):
    owner = builders.signed_in(world.owner)
    form = {"name": "Scoreboard", "role": "results", "ends": "week", "op": "a key"}
    for path in ("/directors/programs/", f"/desk/{world.evening.slug}/programs/"):
        assert owner.post(path, form | {"role": "owner"}).status_code == 422
        assert owner.post(path, form | {"name": ""}).status_code == 422
        pages = [owner.post(path, form | {"op": path[-10:]}) for _time in range(2)]
        made, again = (
            re.findall(r"crawford_\w{32}(?=</b>)", page.content.decode())
            for page in pages
        )
        assert made == again
        [shown] = made
        assert asked("", shown).status_code == 200
        assert shown not in owner.get(path).content.decode()
        row = ApiToken.objects.latest("pk")
        assert row.last_used_at is not None
        ended = owner.post(f"{path}{row.pk}/end/")
        assert (ended.status_code, ended["Location"]) == (302, path)
        assert asked("", shown).status_code == 401
    acts = JournalEntry.objects.values_list("act", flat=True)
    assert [act for act in acts if act.startswith("token_")].count("token_made") == 2


def test_a_match_that_is_closed_takes_nothing(world):
    bot = token(world, Role.RESULTS, at=world.evening)
    Match.objects.filter(pk=world.match.pk).update(locked_at=timezone.now())
    answer = send(f"matches/{world.match.code}/games/", GAME, bot)
    assert answer.status_code in {409, 422}
