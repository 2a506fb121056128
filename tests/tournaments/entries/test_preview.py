"""A pasted list as it was read: its columns are changed, lines are left out."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import builders
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


@pytest.fixture
def path() -> str:
    return f"/desk/{builders.tournament().slug}/entries/add/"


def shown(answer: HttpResponse) -> dict[str, Any]:
    """Return what the form of a preview sends when nothing in it is touched."""
    page = answer.context["page"]
    sent: dict[str, Any] = {"confirmed": "1", "text": page.form.cleaned_data["text"]}
    for row in page.rows:
        if row.is_editable:
            fields = (f"{name}-{row.mark}" for name in ("name", "club", "rating"))
            sent |= dict(zip(fields, row.cells, strict=True))
    marks = [row.mark for row in page.rows if row.is_optional]
    return sent | {"shown": marks, "take": marks}


def entered() -> set[tuple[str, str, str]]:
    entries = Entry.objects.select_related("player")
    return {
        (entry.player.name, entry.player.club, str(entry.player.rating or ""))
        for entry in entries
    }


def test_what_was_read_stands_in_columns_and_is_entered(ada: Client, path: str) -> None:
    text = "Players:\nJørgen Ærø 1433\nTove Lind (Aarhus BK) 1612\nHolm, Søren, Køge"
    first = ada.post(path, {"text": text})
    assert first.status_code == 200
    assert [row.cells for row in first.context["page"].rows[1:]] == [
        ("Jørgen Ærø", "", "1433"),
        ("Tove Lind", "Aarhus BK", "1612"),
        ("Søren Holm", "Køge", ""),
    ]
    assert b'value="Aarhus BK"' in first.content
    assert ada.post(path, shown(first)).status_code == 302
    assert entered() == {
        ("Jørgen Ærø", "", "1433.00"),
        ("Tove Lind", "Aarhus BK", "1612.00"),
        ("Søren Holm", "Køge", ""),
    }


def test_a_line_is_changed_in_its_columns(ada: Client, path: str) -> None:
    first = ada.post(path, {"text": "Lund Hansen, Lise\nBo Dahl 7"})
    comma, number = first.context["page"].rows
    assert [row.line.doubt for row in (comma, number)] == ["comma", "number"]
    sent = shown(first) | {
        f"name-{comma.mark}": "Lund Hansen, Lise",
        f"club-{comma.mark}": "Oslo; centrum",
        f"rating-{number.mark}": "1500",
        f"line-{number.mark}": "new",
    }
    answer = ada.post(path, sent)
    assert answer.status_code == 302
    assert entered() == {
        ("Lise Lund Hansen", "Oslo; centrum", ""),
        ("Bo Dahl 7", "", "1500.00"),
    }


def test_a_line_without_its_tick_is_left_out(ada: Client, path: str) -> None:
    builders.player("Ane Alm")
    first = ada.post(path, {"text": "Ane Alm\nBo Dahl\nCille Krag"})
    sent = shown(first)
    sent["take"] = sent["take"][2:]
    assert ada.post(path, sent).status_code == 302
    assert {name for name, *_others in entered()} == {"Cille Krag"}


@pytest.mark.parametrize(
    ("name", "rating", "verdict"),
    [
        ("Ane Alm", "", "known"),
        ("Cille Krag", "", "duplicate"),
        ("", "", "invalid"),
        ("Bo Dahl", "1500?", "invalid"),
    ],
)
def test_what_a_changed_line_means_is_shown_first(
    ada: Client, path: str, name: str, rating: str, verdict: str
) -> None:
    builders.player("Ane Alm")
    first = ada.post(path, {"text": "Cille Krag\nBo Dahl 3"})
    mark = first.context["page"].rows[1].mark
    sent = {f"name-{mark}": name, f"club-{mark}": "Oslo", f"rating-{mark}": rating}
    again = ada.post(path, shown(first) | sent | {f"line-{mark}": "new"})
    assert again.status_code == 422
    assert not Entry.objects.exists()
    row = again.context["page"].rows[1]
    assert row.line.verdict == verdict
    assert name in row.line.raw
    assert rating in row.line.raw


def test_a_list_with_headings_keeps_them_apart(ada: Client, path: str) -> None:
    text = "Club;Name;Rating\nOslo;Lund Hansen, Lise;1500\n\nBergen;Bo Dahl;1400"
    first = ada.post(path, {"text": text})
    mark = first.context["page"].rows[1].mark
    assert ada.post(path, shown(first) | {f"club-{mark}": "Voss"}).status_code == 302
    assert entered() == {
        ("Lise Lund Hansen", "Oslo", "1500.00"),
        ("Bo Dahl", "Voss", "1400.00"),
    }
    assert Entry.objects.filter(player__sort_name="Lund Hansen, Lise").exists()
