"""Names: plain as data, isolated in sentences."""

import json
import pickle

import pytest
from django.test import override_settings
from django.utils.translation import override

from matches.columns.names import Name, isolating, plain
from matches.models import Player
from tests import builders

FATIMA, DANA = "فاطمة الزهراء", "דנה כהן"
ISOLATED = f"\u2068{FATIMA}\u2069"


def test_in_a_sentence_a_name_keeps_its_direction() -> None:
    name = Name(FATIMA)
    assert str(name) == ISOLATED
    assert f"{name} 9–2" == f"{ISOLATED} 9–2"
    assert Name(name) == FATIMA
    sentence = "%(one)s 9–2"
    assert sentence % {"one": name} == f"{ISOLATED} 9–2"
    assert "{} 9–2".format(name) == f"{ISOLATED} 9–2"  # noqa: UP032 - it is tested


def test_as_data_a_name_is_the_plain_text() -> None:
    name = Name(FATIMA)
    assert name == FATIMA
    assert len(name) == len(FATIMA)
    assert plain(name) == f"{plain(name)}" == FATIMA
    assert json.loads(json.dumps({"name": name})) == {"name": FATIMA}
    assert {FATIMA: 1}[name] == 1
    assert pickle.loads(pickle.dumps(name)) == FATIMA  # noqa: S301 - made here
    assert type(pickle.loads(pickle.dumps(name))) is Name  # noqa: S301 - made here


@pytest.mark.parametrize("name", ["Åse Ødegård", "Ида Холм", "Νίκος", "Anna", ""])
def test_names_from_left_to_right_are_left_alone(name: str) -> None:
    assert str(Name(name)) == name


@override_settings(LANGUAGES_BIDI=["he"])
def test_among_words_from_right_to_left_every_name_is_isolated() -> None:
    with override("he"):
        assert str(Name("Anna")) == "\u2068Anna\u2069"


def test_stored_values_are_isolated_and_numbers_stay() -> None:
    values = isolating({"name": DANA, "points": 3})
    assert values == {"name": DANA, "points": 3}
    sentence = "%(name)s: %(points)s"
    assert sentence % values == f"\u2068{DANA}\u2069: 3"


@pytest.mark.database
@pytest.mark.django_db
def test_a_column_of_names_stores_plain_text() -> None:
    made = builders.player(FATIMA)
    assert str(made.name) == ISOLATED
    found = Player.objects.get(name=FATIMA)
    assert (found.name, str(found.name)) == (FATIMA, ISOLATED)
    (listed,) = Player.objects.values_list("name", flat=True)
    assert str(listed) == ISOLATED
    found.name = DANA
    found.save()
    found.refresh_from_db()
    assert str(found.name) == f"\u2068{DANA}\u2069"
    assert Player.objects.filter(name=found.name).exists()
