"""A pasted list as it was read: its columns are changed, lines are left out."""

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from openpyxl import Workbook

from matches.accounts.models import Grant
from matches.accounts.roles import Role
from matches.models import Player
from matches.players.roster import ListedAs
from tests import builders
from tests.refusals import codes_of
from tournaments.entries.pasted_list import COLUMNS, NAMESAKE
from tournaments.models import Entry, Tournament
from tournaments.results.amendments.models import Amendment

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
    sent: dict[str, Any] = {
        "confirmed": "1",
        "text": page.form.cleaned_data["text"],
        "layout": page.layout.mark,
    }
    if page.layout.is_table:
        sent |= {"column": list(page.layout.columns), "first": page.layout.first}
    if page.here:
        sent["here"] = "on"
    for row in page.rows:
        if row.is_editable:
            cells = dict(zip(COLUMNS, row.cells, strict=True))
            if not page.has_countries:
                del cells["country"]
            sent |= {f"{name}-{row.mark}": cell for name, cell in cells.items()}
    marks = [row.mark for row in page.rows if row.is_optional]
    return sent | {"shown": marks, "take": marks}


def entered() -> set[tuple[str, str, str]]:
    entries = Entry.objects.select_related("player")
    return {
        (entry.player.name, entry.player.club, str(entry.player.rating or ""))
        for entry in entries
    }


def test_what_was_read_stands_in_columns_and_is_entered(ada: Client, path: str) -> None:
    text = "Tonight:\nJørgen Ærø 1433\nTove Lind (Aarhus BK) 1612\nHolm, Søren, Køge"
    first = ada.post(path, {"text": text})
    assert first.status_code == 200
    assert [row.cells for row in first.context["page"].rows[1:]] == [
        ("Jørgen Ærø", "", "", "1433"),
        ("Tove Lind", "Aarhus BK", "", "1612"),
        ("Søren Holm", "Køge", "", ""),
    ]
    assert b'"country-' not in first.content
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


def test_two_people_of_one_name_are_told_apart_by_the_club(
    ada: Client, path: str
) -> None:
    first = ada.post(
        path, {"text": "Peter Hansen\nPeter Hansen\nPeter Hansen\nBo Dahl"}
    )
    _one, two, three, _bo = first.context["page"].rows
    assert [row.line.duplicate_of for row in (two, three)] == [1, 1]
    assert two.mark != three.mark
    sent = shown(first) | {f"line-{two.mark}": NAMESAKE, f"club-{two.mark}": "Ribe"}
    assert ada.post(path, sent).status_code == 302
    assert entered() == {
        ("Peter Hansen", "", ""),
        ("Peter Hansen", "Ribe", ""),
        ("Bo Dahl", "", ""),
    }


def test_a_person_with_the_name_of_one_who_is_entered(ada: Client, path: str) -> None:
    ada.post(path, {"text": "Peter Hansen"})
    refused = ada.post(path, {"text": "Peter Hansen"})
    assert codes_of(refused) >= {"entry.name_entered"}
    first = ada.post(path, {"text": "Peter Hansen; Ribe"})
    (row,) = first.context["page"].rows
    assert row.line.verdict is ListedAs.ENTERED
    ada.post(path, shown(first))
    assert Entry.objects.count() == 1, "the box is not ticked"
    sent = shown(first) | {f"line-{row.mark}": NAMESAKE}
    for _twice in range(2):
        assert ada.post(path, sent).status_code == 302
        assert entered() == {("Peter Hansen", "", ""), ("Peter Hansen", "Ribe", "")}
        assert Entry.objects.count() == 2
    refused = ada.post(path, {"text": "Peter Hansen; Ribe"})
    assert codes_of(refused) >= {"entry.already_entered"}


def test_the_same_name_and_club_is_one_person(ada: Client, path: str) -> None:
    text = (
        "Peter Hansen; Ribe\nPeter Hansen; Ribe\nBo Dahl & Eva Holm\nEva Holm & Bo Dahl"
    )
    first = ada.post(path, {"text": text})
    rows = first.context["page"].rows
    assert [row.line.duplicate_of for row in rows] == [None, 1, None, 3]
    assert not any(row.line.is_by_name for row in rows)
    sent = shown(first) | {f"line-{row.mark}": NAMESAKE for row in rows}
    ada.post(path, sent)
    assert {name for name, *_ in entered()} == {"Peter Hansen", "Bo Dahl & Eva Holm"}
    assert Entry.objects.count() == 2


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


def countries() -> dict[str, tuple[str, str]]:
    """Return club and country of the players by name."""
    return {
        player.name: (player.club, player.country) for player in Player.objects.all()
    }


def gettext_in(language: str, word: str) -> str:
    with override(language):
        return gettext(word)


def test_a_country_has_a_column_and_is_entered(ada: Client, path: str) -> None:
    builders.player("Ane Alm", club="Oslo")
    text = "Ole Berg; Oslo; NOR; 1688\nLise Lund, DK\nBo Falk; KBK\nAne Alm; SWE"
    first = ada.post(path, {"text": text})
    ole, lise, bo, _ane = first.context["page"].rows
    assert ole.cells == ("Ole Berg", "Oslo", "NOR", "1688")
    assert first.content.count(b'name="country-') == 3
    assert b'colspan="4"' in first.content
    sent = shown(first) | {
        f"country-{lise.mark}": "Færøerne",
        f"club-{bo.mark}": "GER",
        f"rating-{bo.mark}": "1500",
    }
    assert ada.post(path, sent).status_code == 302
    assert countries() == {
        "Ole Berg": ("Oslo", "NOR"),
        "Lise Lund": ("", "Færøerne"),
        "Bo Falk": ("GER", ""),
        "Ane Alm": ("Oslo", "SWE"),
    }


def test_a_single_line_with_a_country_is_entered_at_once(
    ada: Client, path: str
) -> None:
    assert ada.post(path, {"text": "Ole Berg; DEN"}).status_code == 302
    assert countries() == {"Ole Berg": ("", "DEN")}


def test_a_country_under_a_heading_survives_a_change(ada: Client, path: str) -> None:
    text = "Land;Navn;Klub\nNorge;Ole Berg;Oslo\n;Lise Lund;"
    first = ada.post(path, {"text": text})
    mark = first.context["page"].rows[1].mark
    assert ada.post(path, shown(first) | {f"club-{mark}": "BK"}).status_code == 302
    assert countries() == {"Ole Berg": ("Oslo", "Norge"), "Lise Lund": ("BK", "")}


def test_a_country_that_does_not_fit_is_refused_and_stays(
    ada: Client, path: str
) -> None:
    first = ada.post(path, {"text": "Ole Berg; DEN\nBo Falk"})
    mark = first.context["page"].rows[1].mark
    long = "Land " * 9
    again = ada.post(path, shown(first) | {f"country-{mark}": long})
    assert again.status_code == 422
    row = again.context["page"].rows[1]
    assert row.line.error.refusal.code == "name.country_too_long"
    assert row.cells[2] == long.strip()
    assert not Entry.objects.exists()


def test_both_members_of_a_new_pair_get_its_country(ada: Client, path: str) -> None:
    ada.post(path, {"text": "Ole Berg & Bo Falk; Oslo; NOR"})
    assert {country for _club, country in countries().values()} == {"NOR"}
    assert len(countries()) == 3


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_file_of_entries_is_read_back(ada: Client, language: str) -> None:
    made = builders.tournament()
    path = f"/desk/{made.slug}/entries/add/"
    text = "Ole Berg; Oslo, vest; NOR; 1688.5\nLise Lund;;Færøerne\nBo; SK"
    text = f"Name;Club;Country;Rating\n{text}"
    ada.post(path, shown(ada.post(path, {"text": text})))
    before = entered(), countries()
    with override(language):
        file = ada.get(
            f"/desk/{made.slug}/entries.csv", headers={"Accept-Language": language}
        )
    assert gettext_in(language, "Country").encode() in file.content
    Tournament.objects.all().delete()
    Player.objects.all().delete()
    other = f"/desk/{builders.tournament(name='Other').slug}/entries/add/"
    first = ada.post(other, {"text": file.content.decode("utf-8-sig")})
    ada.post(other, shown(first))
    assert (entered(), countries()) == before


def stored(name: str) -> tuple[str, str, str]:
    player = Player.objects.get(name=name)
    return player.club, player.country, str(player.rating or "")


def test_a_known_player_gets_what_the_list_has_and_the_directory_lacks(
    ada: Client, path: str
) -> None:
    builders.player("Anna Adler")
    first = ada.post(path, {"text": "Anna Adler, Aarhus BK, DEN, 1350\nBo Dahl"})
    assert b"Aarhus BK, DEN, 1350" in first.content
    ada.post(path, shown(first))
    assert stored("Anna Adler") == ("Aarhus BK", "DEN", "1350.00")
    undo = Amendment.objects.get(act="entries_added")
    slug = path.split("/")[2]
    ada.post(reverse("amendment_undo", args=[slug, undo.pk]))
    assert stored("Anna Adler") == ("", "", "")


@pytest.mark.parametrize("is_ticked", [True, False])
def test_what_differs_is_asked_about(ada: Client, path: str, is_ticked: bool) -> None:
    builders.player("Anna Adler", club="Oslo", rating=1400)
    first = ada.post(path, {"text": "Anna Adler; Oslo BK; 1350"})
    assert first.status_code == 200, "one line is not entered unasked"
    assert "1400 → 1350".encode() in first.content
    (row,) = first.context["page"].rows
    ada.post(path, shown(first) | ({"renew": row.mark} if is_ticked else {}))
    rating = "1350.00" if is_ticked else "1400.00"
    assert stored("Anna Adler") == ("Oslo", "", rating)
    assert Entry.objects.count() == 1


def test_an_unsure_line_can_update_the_player_who_is_chosen(
    ada: Client, path: str
) -> None:
    known = builders.player("Anna Adler", club="Oslo")
    first = ada.post(path, {"text": "Anna Adler; Bergen BK\nBo Dahl"})
    row = first.context["page"].rows[0]
    chosen = {f"line-{row.mark}": known.key, "renew": row.mark}
    ada.post(path, shown(first) | chosen)
    assert stored("Anna Adler")[0] == "Bergen BK"


def test_columns_that_were_guessed_can_be_changed(ada: Client, path: str) -> None:
    text = (
        "Who?;Where from?;Strength\n"
        "Vera Holm;Bergen BK;1612\nNils Lund;Oslo BK;1540\nTora Due;;1500"
    )
    first = ada.post(path, {"text": text})
    assert first.context["page"].layout.columns == ("name", "club", "rating")
    assert b"Check the columns" in first.content
    chosen = {"column": ["name", "", "rating"]}
    again = ada.post(path, shown(first) | chosen)
    assert not Entry.objects.exists(), "what was chosen is shown first"
    assert [row.line.club for row in again.context["page"].rows] == ["", "", ""]
    assert ada.post(path, shown(again)).status_code == 302
    assert entered() == {
        ("Vera Holm", "", "1612.00"),
        ("Nils Lund", "", "1540.00"),
        ("Tora Due", "", "1500.00"),
    }


def test_a_name_that_was_corrected_stays_when_a_column_changes(
    ada: Client, path: str
) -> None:
    first = ada.post(
        path, {"text": "Name;Club;Points\nVera Home;Bergen;12\nNils;Oslo;10"}
    )
    mark = first.context["page"].rows[0].mark
    changes = {f"name-{mark}": "Vera Holm", "column": ["name", "", ""]}
    again = ada.post(path, shown(first) | changes)
    assert not Entry.objects.exists()
    assert ada.post(path, shown(again)).status_code == 302
    assert entered() == {("Vera Holm", "Bergen", ""), ("Nils", "", "")}


def test_a_title_that_was_taken_for_the_event_can_be_a_player(
    ada: Client, path: str
) -> None:
    first = ada.post(path, {"text": "Ole Berg\nName;Club\nVera Holm;Bergen BK"})
    assert b"Left out above the heading: Ole Berg" in first.content
    again = ada.post(path, shown(first) | {"first": "1", "again": "1"})
    assert [row.line.name for row in again.context["page"].rows] == [
        *("Ole Berg", "Name", "Vera Holm")
    ]


@pytest.mark.parametrize(("lines", "is_here"), [(20, True), (21, False)])
def test_a_long_list_is_of_people_who_are_to_come(
    ada: Client, path: str, lines: int, is_here: bool
) -> None:
    text = "\n".join(f"{chr(65 + number) * 5} Holm".title() for number in range(lines))
    first = ada.post(path, {"text": text, "here": "on"})
    ada.post(path, shown(first))
    arrived = Entry.objects.filter(checked_in_at__isnull=False).count()
    assert arrived == (lines if is_here else 0)


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_spreadsheet_is_read(ada: Client, path: str) -> None:
    content = workbook(
        ("Spring Open",),
        (),
        ("Full name", "Club", "Rtg", "Paid"),
        ("Holm, Vera", 'The "Dice"; Oslo', 1612.0, "yes"),
        ("Nils Lund", None, 1540.5, None),
    )
    file = SimpleUploadedFile("players.xlsx", content)
    first = ada.post(path, {"file": file})
    assert first.context["page"].layout.unread == ("Paid",)
    ada.post(path, shown(first))
    assert entered() == {
        ("Vera Holm", 'The "Dice"; Oslo', "1612.00"),
        ("Nils Lund", "", "1540.50"),
    }


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7\n1 0 obj",
        b"PK\x03\x04 not really a zip",
        workbook(("Name",), ("Ole Berg",))[:-300],
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00",
    ],
)
def test_a_file_that_is_no_list_is_refused(
    ada: Client, path: str, content: bytes
) -> None:
    answer = ada.post(path, {"file": SimpleUploadedFile("players.csv", content)})
    assert answer.status_code == 422
    assert "file" in answer.context["page"].form.errors


def test_a_helper_of_one_evening_replaces_nothing_in_the_directory(path: str) -> None:
    builders.player("Anna Adler", rating=1400)
    helper = builders.reader()
    event = Tournament.objects.get().pk
    Grant.objects.create(user=helper, event=event, role=Role.DESK)
    desk = builders.signed_in(helper)
    first = desk.post(path, {"text": "Anna Adler; Oslo BK; 1350"})
    assert b'name="renew"' not in first.content
    (row,) = first.context["page"].rows
    desk.post(path, shown(first) | {"renew": row.mark})
    assert Entry.objects.count() == 1
    assert stored("Anna Adler") == ("Oslo BK", "", "1400.00")
