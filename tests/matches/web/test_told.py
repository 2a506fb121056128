"""What the next page says waits in a cookie that other programs do not get."""

import pytest
from django.test import Client

from matches.web.told import OwnCookie
from tests import builders

pytestmark = pytest.mark.django_db


def test_the_cookie_is_for_the_path_of_the_site(settings):
    settings.SESSION_COOKIE_PATH = "/club/"
    ada, page = builders.signed_in(builders.director()), "/account/"
    ada.post(page, {"others": "1"})
    told = ada.cookies[OwnCookie.cookie_name]
    assert (bool(told.value), told["path"]) == (True, "/club/")
    assert "browsers" in ada.get(page).content.decode()
    over = ada.cookies[OwnCookie.cookie_name]
    assert (over.value, over["max-age"], over["path"]) == ("", 0, "/club/")


def test_what_another_program_says_is_not_read():
    visitor = Client()
    visitor.cookies["messages"] = "of another program"
    assert OwnCookie.cookie_name not in visitor.get("/").cookies
    assert "messages" not in visitor.get("/").cookies
