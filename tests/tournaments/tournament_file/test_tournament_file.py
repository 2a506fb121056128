"""A tournament saved as a file is the same tournament where it is opened."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from matches.models import Match, Player
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.refusals import raises
from tests.tournaments.tournament_file.world import (
    FIXTURES,
    cup,
    data_of,
    divisions,
    swiss,
    written,
)
from tournaments.draws.record import draw_document
from tournaments.engine.record.checking import check_document
from tournaments.models import Draw, Entry, Tournament
from tournaments.tournament_file import errors
from tournaments.tournament_file.jobs import found_in
from tournaments.tournament_file.opening import NEW, open_file
from tournaments.tournament_file.parts import LEFT_OUT, PARTS, VERSION, Part
from tournaments.tournament_file.reading import read_file
from tournaments.tournament_file.writing import file_of

SECRETS = (
    "link_nonce",
    "link_hash",
    "sheet_code",
    "password",
    "created_by",
    "reported_by",
)


@pytest.fixture(scope="module")
def good() -> bytes:
    return (FIXTURES / "version-1-swiss.crawford.json").read_bytes()


def remade(data: dict[str, Any], **choices: str) -> Tournament:
    """Open a file; people are new unless chosen by the id in the file."""
    chosen = {int(number): key for number, key in choices.items()}
    return open_file(read_file(written(data)), choices=chosen, by=None)


def as_another(data: dict[str, Any]) -> dict[str, Any]:
    """The same file of a tournament that is not here."""
    data["tournaments"][0]["identity"] = "f" * 32
    return data


# The format ----------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_column_is_in_the_file_or_left_out_on_purpose(part: Part) -> None:
    known = {*part.columns, *part.links, *part.left_out}
    columns = {field.name for field in part.model._meta.concrete_fields} - {"id"}
    assert columns == known
    assert len(known) == len(part.columns) + len(part.links) + len(part.left_out)


def test_links_are_to_parts_that_come_before() -> None:
    seen: set[str] = set()
    for part in PARTS:
        seen.add(part.name)
        for column, other in part.links.items():
            field = part.model._meta.get_field(column)
            assert isinstance(field, models.ForeignKey)
            assert other in seen
            assert {one.name: one.model for one in PARTS}[other] is field.related_model


def test_the_description_names_every_part_and_column() -> None:
    text = (FIXTURES.parents[3] / "docs" / "tournament-file.md").read_text("utf-8")
    for part in PARTS:
        for name in (part.name, *part.columns, *part.links):
            assert f"`{name}`" in text, (part.name, name)
    assert f"version {VERSION}" in text


def models_of_a_tournament() -> set[type[models.Model]]:
    found = {part.model for part in PARTS if part.name not in {"players", "profiles"}}
    every = [one for app in ("matches", "tournaments") for one in models_in(app)]
    while True:
        more = {one for one in every if leads_to(one, found)} - found
        if not more:
            return found
        found |= more


def models_in(app: str) -> list[type[models.Model]]:
    config = apps.get_app_config(app)
    return list(config.get_models(include_auto_created=True))


def leads_to(model: type[models.Model], others: set[type[models.Model]]) -> bool:
    """Whether a column is a key of one of these; `event` is a key of a tournament."""
    columns = model._meta.concrete_fields
    return any(
        field.name == "event" or field.related_model in others for field in columns
    )


def test_every_model_of_a_tournament_is_in_the_file_or_left_out_on_purpose() -> None:
    written = {part.model._meta.label for part in PARTS}
    left_out = [label for labels in LEFT_OUT.values() for label in labels]
    assert len(left_out) == len(set(left_out))
    assert not written & set(left_out)
    of_one = {model._meta.label for model in models_of_a_tournament()}
    assert of_one - written == set(left_out)
    text = (FIXTURES.parents[3] / "docs" / "tournament-file.md").read_text("utf-8")
    described = text.split("## What is not in it")[1]
    for word in LEFT_OUT:
        assert f"- **{word}**" in described


# There and back ------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("world", [swiss, cup, divisions])
def test_what_is_opened_is_what_was_saved(world: Any) -> None:
    first = world()
    data = as_another(data_of(first))
    made = remade(json.loads(json.dumps(data)))
    again = data_of(made)
    codes = [row.pop("code") for row in again["matches"]]
    assert not {row.pop("code") for row in data["matches"]} & set(codes)
    slugs = [one["tournaments"][0].pop("slug") for one in (data, again)]
    assert slugs[1] == f"{slugs[0]}-2"
    assert again == data
    # Its matches go on, and count for the rating lists.
    done = Match.objects.filter(pairing__tournament=made, state="done")
    assert done.count() == done.filter(ratings_due=True).count() > 0


@pytest.mark.django_db
def test_no_secret_is_in_the_file(good: bytes) -> None:
    tournament = remade(json.loads(good))
    text = file_of(tournament).decode()
    for word in SECRETS:
        assert word not in text
    for match in Match.objects.filter(pairing__tournament=tournament):
        assert match.sheet_code not in text
    for player in Player.objects.all():
        assert player.link_key not in text


@pytest.mark.django_db
def test_people_of_the_directory_keep_their_page(good: bytes) -> None:
    remade(json.loads(good))
    data = as_another(json.loads(good))
    found = found_in(read_file(written(data)))
    keys = {str(one["id"]): one["chosen"] for one in found["players"]}
    assert NEW not in keys.values()
    before = Player.objects.count()
    made = remade(data, **keys)
    assert Player.objects.count() == before
    entered = Entry.objects.filter(tournament=made).values_list(
        "player__key", flat=True
    )
    assert set(entered) == set(keys.values())


@pytest.mark.django_db
def test_hidden_people_and_minors_stay_so(good: bytes) -> None:
    made = remade(json.loads(good))
    one, two = Player.objects.order_by("pk")[:2]
    Player.objects.filter(pk=one.pk).update(shown_by_player="hidden")
    Player.objects.filter(pk=two.pk).update(is_minor=True)
    remade(as_another(data_of(made)))
    added = Player.objects.filter(pk__gt=two.pk)
    assert added.get(name=one.name, shown_by_club="hidden").public_name[:4] == "N.N."
    assert added.get(name=two.name, is_minor=True).public_name not in {"", two.name}


# Bad files -----------------------------------------------------------------


def bad(content: bytes, **changes: Any) -> bytes:
    return written(json.loads(content) | changes)


@pytest.mark.parametrize(
    ("spoil", "refusal"),
    [
        (lambda text: text[: len(text) // 2], errors.CUT_OFF),
        (lambda _text: b"", errors.CUT_OFF),
        (lambda _text: b"\xff\xfe\x00", errors.CUT_OFF),
        (lambda _text: b"[" * 100_000, errors.CUT_OFF),
        (lambda _text: b"[]", errors.NO_TOURNAMENT),
        (lambda text: bad(text, crawford_tournament="1"), errors.NO_TOURNAMENT),
        (lambda text: bad(text, crawford_tournament=VERSION + 1), errors.TOO_NEW),
        (lambda text: bad(text, games={}), errors.DAMAGED),
        (lambda text: bad(text, games=[1]), errors.DAMAGED),
        (lambda text: bad(text, tournaments=[]), errors.DAMAGED),
    ],
)
def test_a_file_that_is_none_is_refused(
    good: bytes, spoil: Any, refusal: Refusal[RuleError]
) -> None:
    with raises(refusal):
        read_file(spoil(good))


def spoiled(part: str, **columns: Any) -> Any:
    """A change of the first row of a part."""

    def change(data: dict[str, Any]) -> None:
        data[part][0] |= columns

    return change


def swapped(data: dict[str, Any]) -> None:
    done = next(row for row in data["matches"] if row["winner"])
    done["winner"] = 3 - done["winner"]


def twice(data: dict[str, Any]) -> None:
    data["entries"][1]["player"] = data["entries"][0]["player"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spoil", "refusal"),
    [
        (swapped, errors.OTHER_RESULT),
        (twice, errors.DAMAGED),
        (lambda data: data["games"][0].pop("winner"), errors.DAMAGED),
        (spoiled("games", winner=3), errors.DAMAGED),
        (spoiled("games", kind="triple"), errors.DAMAGED),
        (spoiled("games", match=9999), errors.DAMAGED),
        (spoiled("stages", format="chess"), errors.DAMAGED),
        (spoiled("stages", match_numbers=["x"]), errors.DAMAGED),
        (spoiled("stages", lengths=[-1]), errors.DAMAGED),
        (spoiled("players", name=" "), errors.DAMAGED),
        (spoiled("tournaments", date="tomorrow"), errors.DAMAGED),
        (spoiled("draws", state="draft"), errors.DAMAGED),
        (spoiled("draws", seed="00"), errors.OTHER_RESULT),
        (spoiled("draws", record={}), errors.DAMAGED),
        (spoiled("announcements", content={}), errors.OTHER_RESULT),
        (spoiled("profiles", values={"key": 7}), errors.DAMAGED),
        (spoiled("profiles", values={"crawford": 7}), errors.DAMAGED),
    ],
)
def test_rows_that_do_not_fit_change_nothing(
    good: bytes, spoil: Any, refusal: Refusal[RuleError]
) -> None:
    data = json.loads(good)
    spoil(data)
    with pytest.raises(RuleError) as raised:
        remade(data)
    assert raised.value.refusal in {refusal, errors.DAMAGED}
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_columns_of_later_versions_have_their_usual_values(good: bytes) -> None:
    data = json.loads(good)
    for column in ("over_by", "over_by_reason", "visibility", "revision"):
        data["tournaments"][0].pop(column, None)
    assert remade(data).visibility == "public"


@pytest.mark.django_db
def test_the_same_tournament_is_not_opened_twice(good: bytes) -> None:
    data = json.loads(good)
    made = remade(data)
    with raises(errors.HERE_ALREADY):
        remade(data)
    found = found_in(read_file(good))
    assert found["here"] == made.pk


@pytest.mark.django_db
def test_the_club_of_a_file_is_a_club_though_it_is_a_code_of_a_country(
    good: bytes,
) -> None:
    data = json.loads(good)
    name = data["players"][0]["name"]
    data["players"][0]["club"] = "GER"
    builders.player(name, club="Oslo")
    people = found_in(read_file(written(data)))["players"]
    assert [one["id"] for one in people] == list(range(1, len(people) + 1))
    assert people[0]["chosen"] == ""  # a namesake of another club: the user is asked


@pytest.mark.django_db
def test_nobody_is_two_players_of_a_file(good: bytes) -> None:
    one = Player.objects.create(name="Uma Ulv", sort_name="Ulv, Uma")
    with raises(errors.PLAYER_TWICE):
        remade(json.loads(good), **{"1": one.key, "2": one.key})


@pytest.mark.django_db
def test_a_formula_in_a_name_is_a_name(good: bytes) -> None:
    data = json.loads(good)
    data["players"][0]["name"] = '=HYPERLINK("x")\u202e'
    made = remade(data)
    assert '=HYPERLINK("x")' in set(
        Entry.objects.filter(tournament=made).values_list("player__name", flat=True)
    )


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.json")), ids=lambda f: f.name)
def test_files_of_every_version_open(file: Any) -> None:
    made = remade(json.loads(file.read_bytes()))
    assert data_of(made)["checked"] == json.loads(file.read_bytes())["checked"]
    draws = Draw.objects.filter(stage__tournament=made)
    assert {check_document(draw_document(draw)).outcome for draw in draws} == {"same"}


@pytest.mark.django_db
def test_no_file_while_a_draw_is_under_way() -> None:
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    with raises(errors.DRAW_OPEN):
        file_of(evening)
