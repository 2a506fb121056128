"""What programs read: every address by its schema, and nothing that is not public."""

import json
from functools import cache
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from matches.api.schemas import Paging, page_of
from matches.ledger.recording import record_game
from matches.models import Match, Player
from matches.players.shown import Shown
from matches.web import throttle
from tests import builders
from tests.builders import game, play
from tournaments.models import Tournament
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/"


@pytest.fixture(scope="module")
def world(kept):
    """An evening in its second round, whose first match has two games; a bracket."""
    evening = builders.evening("swiss", 5)
    builders.played_round(evening)
    second = builders.published_round(evening)
    begun = builders.matches(second)[0]
    play(begun, game(1, cube=2), game(2, "gammon"))
    cup = builders.evening("elimination", 4, name="Cup")
    builders.published_round(cup)
    return SimpleNamespace(
        evening=evening, cup=cup, begun=Match.objects.get(pk=begun.pk), draw=second.draw
    )


def asked(path, **query):
    """Return what a stranger's program is told."""
    answer = Client().get(ROOT + path, query)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def addresses(world):
    """Yield every address that is read, with values that are there."""
    evening = world.evening.slug
    values = {
        "slug": evening,
        "stage": 1,
        "number": 2,
        "pk": world.draw.pk,
        "code": world.begun.code,
        "key": world.begun.player_1.key,
    }
    for path, methods in asked("openapi.json")["paths"].items():
        if "get" in methods:
            yield path.format(**values), methods["get"]


@cache
def schemas():
    """The shapes that the schema names; reading it takes longest."""
    return asked("openapi.json")["components"]["schemas"]


def shape_of(told):
    """Return a schema of the answer, looked up if it is a reference."""
    name = told.get("$ref", "").rpartition("/")[2]
    return schemas()[name] if name else told


def test_every_answer_is_of_its_shape(world):
    seen = 0
    for path, operation in addresses(world):
        answer = Client().get(path)
        assert answer.status_code == 200, (path, answer.content)
        assert answer["Content-Type"].startswith("application/json")
        content = operation["responses"]["200"]["content"]["application/json"]
        shape, told = shape_of(content["schema"]), json.loads(answer.content)
        if "properties" in shape:  # a draw has those of its record
            assert set(told) == set(shape["properties"]), path
            for items in (told.get("items", []), told.get("rounds", [])):
                name = "items" if "items" in told else "rounds"
                item = shape_of(shape["properties"].get(name, {}).get("items", {}))
                assert all(set(one) == set(item["properties"]) for one in items), path
        seen += 1
    assert seen >= 12


def test_the_schema_names_every_shape_and_refusal():
    told = asked("openapi.json")
    text = json.dumps(told)
    for name in set(text.split("#/components/schemas/")[1:]):
        assert name.partition('"')[0] in told["components"]["schemas"]
    operations = [
        operation
        for methods in told["paths"].values()
        for operation in methods.values()
    ]
    assert len({one["operationId"] for one in operations}) == len(operations) == 17
    for one in operations:
        problem = one["responses"]["422"]["content"]["application/json"]["schema"]
        assert problem == {"$ref": "#/components/schemas/Problem"}
        assert {} in one["security"] or one["operationId"] in {
            *("add_game", "set_result", "take_back", "add_entries")
        }


def test_the_page_of_the_api_names_every_operation_and_shape():
    page = Client().get(f"{ROOT}docs/").content.decode()
    told = asked("openapi.json")
    for name in (*told["paths"], *told["components"]["schemas"]):
        assert name in page
    assert "<script" not in page.partition("<main")[2].partition("</main>")[0]


def test_an_evening(world):
    slug = world.evening.slug
    listed = asked("tournaments/")
    assert slug in {one["id"] for one in listed["items"]}
    assert asked("tournaments/", year=1999)["items"] == []
    of = asked(f"tournaments/{slug}/")
    assert of["phase"] == "live"
    [division] = of["divisions"]
    assert [stage["rounds"] for stage in division["stages"]] == [[1, 2]]
    entries = asked(f"tournaments/{slug}/entries/", per_page=2)
    assert (len(entries["items"]), entries["pages"], entries["next"]) == (2, 3, 2)
    assert asked(f"tournaments/{slug}/entries/", division=2)["total"] == 0
    rounds = asked(f"tournaments/{slug}/stages/1/rounds/")["rounds"]
    assert [(one["matches"], one["decided"]) for one in rounds] == [(2, 2), (2, 0)]
    pairings = asked(f"tournaments/{slug}/stages/1/rounds/2/")["pairings"]
    assert [one["state"] for one in pairings].count("bye") == 1
    [begun] = [one for one in pairings if one["match"] == world.begun.code]
    assert begun["score"] == {"one": 2, "two": 2}
    assert begun["winner"] is None
    assert asked(f"tournaments/{slug}/matches/", open=True)["total"] == 2
    assert asked(f"tournaments/{slug}/matches/", open=False)["total"] == 2
    [group] = asked(f"tournaments/{slug}/stages/1/standings/")["groups"]
    assert group["rows"][0]["place"] == 1
    assert sorted(row["entry"] for row in group["rows"]) == [1, 2, 3, 4, 5]


def test_a_match_with_its_games(world):
    told = asked(f"matches/{world.begun.code.lower()}/")
    first, second = told["games"]
    assert (first["points"], second["points"]) == (2, 2)
    assert second["score"] == told["score"] == {"one": 2, "two": 2}
    assert told["place"]["tournament"] == world.evening.slug


def test_a_bracket(world):
    slug = world.cup.slug
    rounds = asked(f"tournaments/{slug}/stages/1/rounds/")
    assert rounds["rounds_planned"] == 2
    assert [one["number"] for one in rounds["rounds"]] == [1]
    listed = asked(f"tournaments/{slug}/matches/", stage=1)["items"]
    assert [one["label"] for one in listed] == ["M1", "M2"]


def test_the_proof_of_a_draw_is_the_one_of_its_page(world):
    slug = world.evening.slug
    shown = asked(f"tournaments/{slug}/stages/1/draws/")["draws"]
    assert [one["state"] for one in shown] == ["published", "published"]
    told = asked(f"tournaments/{slug}/stages/1/draws/{world.draw.pk}/")
    assert told["digest"] == shown[-1]["fingerprint"]
    file = reverse("draw_record_file", args=[slug, 1, world.draw.pk])
    assert told == json.loads(Client().get(file).content)


def test_nothing_of_a_draft_is_told(world):
    draft = builders.drawn_round(builders.evening("monrad", 4, name="Draft"))
    slug = draft.stage.tournament.slug
    assert asked(f"tournaments/{slug}/stages/1/rounds/")["rounds"] == []
    assert asked(f"tournaments/{slug}/matches/")["items"] == []
    assert (
        Client().get(f"{ROOT}tournaments/{slug}/stages/1/rounds/1/").status_code == 404
    )
    of = f"{ROOT}tournaments/{slug}/stages/1/draws/{draft.pk}/"
    answer = Client().get(of)
    assert answer.status_code == 404 or "pairs" not in json.loads(answer.content)


def test_a_private_tournament_is_not_there(world):
    Tournament.objects.filter(pk=world.evening.pk).update(visibility=Visibility.PRIVATE)
    director = builders.signed_in(builders.director())
    for path, _operation in addresses(world):
        if world.evening.slug in path or world.begun.code in path:
            for browser in (Client(), director):  # a browser means nothing here
                assert browser.get(path).status_code == 404, path
    listed = asked("tournaments/")["items"]
    assert world.evening.slug not in {one["id"] for one in listed}


def test_an_unlisted_one_is_found_by_its_address(world):
    Tournament.objects.filter(pk=world.evening.pk).update(
        visibility=Visibility.UNLISTED
    )
    listed = asked("tournaments/")["items"]
    assert world.evening.slug not in {one["id"] for one in listed}
    assert asked(f"tournaments/{world.evening.slug}/")["id"] == world.evening.slug


def test_sessions_about_money_are_nobodys(world):
    session = builders.match(0, people=("Mie Nord", "Ove Post"))
    director = builders.signed_in(builders.director())
    for browser in (Client(), director):
        assert browser.get(f"{ROOT}matches/{session.code}/").status_code == 404


def test_hidden_names_stay_hidden(world):
    """Also from a browser of a director, and from who asks for full names."""
    full = "Rut Qvist"
    Player.objects.filter(pk=world.begun.player_1_id).update(
        name=full,
        sort_name=full,
        shown_by_player=Shown.HIDDEN,
        public_name="N.N.",
        public_sort_name="N.N.",
    )
    Tournament.objects.filter(pk=world.evening.pk).update(revision=10_000)
    director = builders.signed_in(builders.director())
    for path, _operation in addresses(world):
        for browser in (Client(), director):
            for query in ({}, {"names": "full"}):
                assert full not in browser.get(path, query).content.decode(), path


def test_what_did_not_change_is_not_sent_again(world):
    for path, _operation in addresses(world):
        first = Client().get(path)
        again = Client().get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert again["ETag"] == first["ETag"]
    path = f"{ROOT}tournaments/{world.evening.slug}/stages/1/rounds/2/"
    before = Client().get(path)
    record_game(match_id=world.begun.pk, result=game(1), after=2, by=None)
    after = Client().get(path, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]


def test_unchanged_costs_one_query(world, django_assert_num_queries):
    path = f"{ROOT}tournaments/{world.evening.slug}/matches/"
    tag = Client().get(path)["ETag"]
    with django_assert_num_queries(1):
        Client().get(path, headers={"If-None-Match": tag})


WRONG = (
    {"page": "x"},
    {"page": "0"},
    {"page": "-1"},
    {"page": "9" * 400},
    {"per_page": "501"},
    {"names": "secret"},
    {"names": "full\x00"},
    {"pages": "1"},
    {"page": ""},
)


@pytest.mark.parametrize("query", WRONG, ids=repr)
def test_a_wrong_question_is_refused(world, query):
    for path in ("tournaments/", "players/", f"tournaments/{world.cup.slug}/entries/"):
        answer = Client().get(ROOT + path, query)
        assert answer.status_code == 422
        told = json.loads(answer.content)
        assert told["code"] == "api.query_invalid"
        assert set(told) == {"code", "message", "values"}


def test_odd_searches_and_addresses(world):
    for search in ("\x00", "a\n", "a" * 81):
        answer = Client().get(f"{ROOT}players/", {"search": search})
        assert answer.status_code == 422
    for search in ("%", "_", "'", "Ø", "(", "\\"):
        assert Client().get(f"{ROOT}players/", {"search": search}).status_code == 200
    slug = world.evening.slug
    huge = 10**30
    for path in (
        "tournaments/%00/",
        "matches/%00/",
        "players/%00/",
        "matches/ZZZZZZ/",
        f"tournaments/{slug}/stages/{huge}/rounds/",
        f"tournaments/{slug}/stages/1/rounds/{huge}/",
        f"tournaments/{slug}/stages/1/draws/{huge}/",
        f"tournaments/{slug}/stages/2/standings/",
        "nothing/",
    ):
        answer = Client().get(ROOT + path)
        assert answer.status_code == 404, path
        assert json.loads(answer.content)["code"] == "api.not_there"


def test_other_methods_say_which_there_are(world):
    answer = Client().delete(f"{ROOT}players/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
    assert json.loads(answer.content)["values"] == {"methods": "GET"}


def test_too_many_requests_are_told_to_wait(monkeypatch):
    monkeypatch.setattr(throttle, "API_REQUESTS", 2)
    answers = [Client().get(ROOT) for _number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert Client().get("/tournaments/").status_code == 200  # people go on


def test_pages_of_other_sites_may_read_what_is_public():
    answer = Client().get(ROOT, headers={"Origin": "https://example.org"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert not answer.cookies


def test_pages_of_a_list():
    def told(page):
        found = page_of(range(7), Paging(page=page, per_page=3))
        return found["items"], found["pages"], found["next"]

    assert told(1) == ([0, 1, 2], 3, 2)
    assert told(3) == ([6], 3, None)
    assert told(4) == ([], 3, None)
    assert page_of([], Paging())["pages"] == 1
