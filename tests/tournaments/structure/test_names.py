"""Names of stages and divisions that nobody changed speak the reader's language."""

import html
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from matches.web.models import JournalEntry
from tournaments.models import Division, Stage, Tournament
from tournaments.structure.names import USUAL, shown_name, stored_name
from tournaments.structure.queries import title_of

MAIN = {"en": "Main", "da": "Hovedturnering", "sv": "Huvudturnering"}


def page(client: Client, path: str, language: str) -> str:
    client.cookies["language"] = language
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(html.unescape(answer.content.decode()).split())


def form_of(client: Client, path: str, language: str) -> dict[str, Any]:
    """What the form of a page would send, as it is shown in a language."""
    client.cookies["language"] = language
    form = client.get(path).context["form"]
    with translation.override(language):
        sent = {name: form[name].value() for name in form.fields}
    return {
        name: value
        for name, value in sent.items()
        if value is not None and value is not False
    }


def weekend(client: Client, language: str, **typed: str) -> Tournament:
    path = "/desk/new/?template=weekend-open"
    sent = form_of(client, path, language) | {"name": "Open", "date": "2026-11-20"}
    assert client.post(path, sent | typed).status_code == 302
    return Tournament.objects.get()


@pytest.mark.django_db
def test_what_a_danish_director_leaves_is_read_in_every_language(ada: Client) -> None:
    made = weekend(ada, "da")
    first = Stage.objects.filter(tournament=made).order_by("number")[0]
    for language, main in MAIN.items():
        with translation.override(language):
            assert title_of(first).endswith(f" · {main}")
        structure = page(ada, f"/desk/{made.slug}/structure/", language)
        assert main in structure
        assert not any(
            other in structure for other in MAIN.values() if other not in (main, "Main")
        )


@pytest.mark.django_db
def test_the_form_shows_the_readers_word_and_keeps_the_message(ada: Client) -> None:
    weekend(ada, "sv")
    assert set(Division.objects.values_list("name", flat=True)) == {
        "Championship",
        "Intermediate",
        "Beginners",
    }
    assert set(Stage.objects.values_list("name", flat=True)) == {
        "Main",
        "Consolation",
        "Last chance",
    }


@pytest.mark.django_db
def test_a_name_that_was_typed_stays_as_it_is(ada: Client) -> None:
    made = weekend(ada, "da", s1_1_name="Vikingecup", d1_name="Mestre")
    for language in ("en", "da"):
        shown = page(ada, f"/desk/{made.slug}/structure/", language)
        assert "Vikingecup" in shown
        assert "Mestre" in shown


@pytest.mark.django_db
def test_saving_a_form_in_another_language_changes_no_name(ada: Client) -> None:
    made = weekend(ada, "en")
    division = Division.objects.order_by("number")[0]
    path = f"/desk/{made.slug}/structure/divisions/{division.number}/"
    sent = form_of(ada, path, "da")
    assert sent["name"] == "Mesterrække"
    assert ada.post(path, sent).status_code == 302
    division.refresh_from_db()
    assert division.name == "Championship"
    row = JournalEntry.objects.get(act="division_changed")
    assert row.details["name"] == "Championship"
    assert "Mesterrække" in page(ada, f"/desk/{made.slug}/log/", "da")
    assert "Championship" in page(ada, f"/desk/{made.slug}/log/", "en")


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_two_usual_names_are_the_same_word(language: str) -> None:
    with translation.override(language):
        assert len({gettext(name) for name in USUAL}) == len(USUAL)
        assert {stored_name(shown_name(name)) for name in USUAL} == USUAL
