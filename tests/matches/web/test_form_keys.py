"""A form that is sent twice makes one row, however the two meet."""

import pytest

from matches.models import Player
from matches.web import form_keys
from matches.web.models import FormKey
from tests import builders
from tests.refusals import raises

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def made(name="Ane Alm"):
    return form_keys.made_once("one key", Player, lambda: builders.player(name))


def test_the_same_row_comes_back():
    first = made()
    assert made("Bo Brink") == first
    assert Player.objects.count() == 1


def test_without_a_key_each_makes_one():
    for name in ("Ane Alm", "Bo Brink"):
        form_keys.made_once("", Player, lambda name=name: builders.player(name))
    assert Player.objects.count() == 2


def test_what_was_deleted_is_made_again_once():
    made().delete()
    again = made()
    assert made() == again
    assert FormKey.objects.count() == 1


def test_the_key_of_another_act_is_refused():
    form_keys.use_key("one key", "something else", match=None)
    with raises(form_keys.OTHER_ACT):
        made()
    assert not Player.objects.exists()


def test_the_same_form_at_the_same_moment(monkeypatch):
    first, content_of, asked = made(), form_keys.content_of, []

    def not_there_yet(key):
        asked.append(key)
        return content_of(key) if len(asked) > 1 else ""

    monkeypatch.setattr(form_keys, "content_of", not_there_yet)
    assert made("Bo Brink") == first
    assert Player.objects.count() == 1
