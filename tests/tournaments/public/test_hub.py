"""The front page of a tournament on a phone: one's name, and one's score sheet."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders

pytestmark = pytest.mark.django_db


def main_of(address: str) -> str:
    return Client().get(address).content.decode().partition("<main")[2]


def test_names_begin_with_the_surname_and_letters_lead_to_them() -> None:
    made = builders.evening(who=[f"{given} Ek" for given in map(chr, range(65, 90))])
    builders.published_round(made)
    html = main_of(made.get_absolute_url())
    assert ">Ek, A</a>" in html
    assert re.search(r'href="#(letter-1)">E</a>', html)
    assert 'id="letter-1"' in html


def test_few_names_need_no_letters_to_jump_by() -> None:
    made = builders.evening(who=4)
    builders.published_round(made)
    assert 'class="letters"' not in main_of(made.get_absolute_url())


def test_a_sheet_and_a_name_come_before_what_is_folded() -> None:
    made = builders.weekend(4)
    builders.published_round(made)
    html = main_of(made.get_absolute_url())
    places = [html.index(text) for text in ('id="code"', 'id="find"', 'id="stages"')]
    assert places == sorted(places)
    home = main_of(reverse("home"))
    assert home.index('id="code"') < home.index(made.get_absolute_url())
