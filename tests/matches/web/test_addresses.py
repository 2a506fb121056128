"""Addresses are looked up once, and are those of Django."""

import pytest
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils.safestring import mark_safe

from matches.columns.names import Name
from matches.web.addresses import address_of

ARGS = [
    ("cup", 1),
    ("cup", "1"),
    (mark_safe("cup"), 1),
    ("børnecup", 2),
    (Name("אבא"), 2),
    (1, 1),
    (True, 1),
]


@pytest.mark.parametrize("args", ARGS, ids=map(repr, ARGS))
def test_an_address_is_djangos(args: tuple[object, ...]) -> None:
    for _twice in range(2):
        assert address_of("standings", *args) == reverse("standings", args=args)


def test_equal_values_with_different_texts_are_told_apart() -> None:
    assert address_of("tournament", 1) == "/tournaments/1/"
    assert address_of("tournament", True) == "/tournaments/True/"


def test_it_follows_the_path_of_the_site() -> None:
    assert address_of("search") == "/search/"
    set_script_prefix("/club/")
    try:
        assert address_of("search") == "/club/search/"
    finally:
        set_script_prefix("/")


def test_a_page_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(NoReverseMatch):
        address_of("standings", "")
