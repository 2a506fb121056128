"""Tables written as files, read back as strangers read them."""

import csv
import json
import re
from io import BytesIO, StringIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from django.http import Http404

from matches.web.tables import (
    ExportTable,
    TableColumn,
    as_csv,
    as_json,
    as_xlsx,
    number_in,
    tables_as,
)

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0")
TABLE = ExportTable(
    "Group A",
    [
        TableColumn("place", "#"),
        TableColumn("player", "Player"),
        TableColumn("won", "Won"),
    ],
    [[1, "Ærø Åkerblad", 2.5], [2, "=1+1", -3], [3, "", None]],
)


def sheets(content):
    """Return the cells of a workbook, and fail if one is a formula."""
    with ZipFile(BytesIO(content)) as archive:
        book = _parsed(archive.read("xl/workbook.xml"))
        names = [one.attrib["name"] for one in book.iter(f"{MAIN}sheet")]
        found = {}
        for number, name in enumerate(names, start=1):
            sheet = _parsed(archive.read(f"xl/worksheets/sheet{number}.xml"))
            assert not list(sheet.iter(f"{MAIN}f"))
            found[name] = [
                [_value(cell) for cell in row] for row in sheet.iter(f"{MAIN}row")
            ]
    return found


def _parsed(content):
    return ElementTree.fromstring(content)  # noqa: S314 - a file of our own


def _value(cell):
    text = "".join(one.text or "" for one in cell.iter(f"{MAIN}t"))
    value = cell.find(f"{MAIN}v")
    if cell.attrib.get("t") == "inlineStr":
        return text
    return None if value is None else float(value.text or "")


def rows_of(content):
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_table_is_the_same_in_every_kind_of_file():
    assert rows_of(as_csv([TABLE])) == [
        ["#", "Player", "Won"],
        ["1", "Ærø Åkerblad", "2.5"],
        ["2", "'=1+1", "-3"],
        ["3", "", ""],
    ]
    ((name, rows),) = sheets(as_xlsx([TABLE])).items()
    assert name == "Group A"
    assert rows[0] == ["#", "Player", "Won"]
    assert rows[1] == [1, "Ærø Åkerblad", 2.5]
    assert rows[2] == [2, "=1+1", -3]
    (told,) = json.loads(as_json([TABLE]))["tables"]
    assert told["title"] == "Group A"
    assert told["columns"] == {"place": "#", "player": "Player", "won": "Won"}
    assert told["rows"][1] == {"place": 2, "player": "=1+1", "won": -3}


@pytest.mark.parametrize("text", EVIL)
def test_no_spreadsheet_computes_a_text(text):
    table = ExportTable(text, [TableColumn("a", text)], [[text]])
    for row in rows_of(as_csv([table, table])):
        assert not any(re.match(r"[=+\-@\t\r]", cell) for cell in row)
    for rows in sheets(as_xlsx([table])).values():
        assert rows[1] == [text]


def test_sheets_have_names_that_a_workbook_takes():
    titles = [
        "Group A",
        "group a",
        "a/b:c*[d]?",
        "x" * 80,
        "x" * 80,
        "",
        "History",
        "'",
    ]
    names = list(sheets(as_xlsx([ExportTable(one, [], []) for one in titles])))
    assert len({name.casefold() for name in names}) == len(titles)
    assert all(0 < len(name) <= 31 for name in names)
    assert not any(re.search(r"[\[\]:*?/\\]", name) for name in names)


def test_several_tables_are_told_apart():
    other = ExportTable("Group B", TABLE.columns, [[1, "Bo", 0]])
    rows = rows_of(as_csv([TABLE, other]))
    assert rows[0] == ["Group A"]
    assert rows[5:] == [[], ["Group B"], ["#", "Player", "Won"], ["1", "Bo", "0"]]


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("−3", -3), ("2½", 2.5), ("½", 0.5), ("−1½", -1.5), ("0.625", 0.625)],
)
def test_numbers_of_pages_are_numbers_in_files(text, value):
    assert number_in(text) == value


@pytest.mark.parametrize("text", ["–", "", "67 %", "a", "1.2.3", "½½", "٣."])
def test_what_is_no_number_stays_a_text(text):
    assert number_in(text) in {text, 0}


def test_there_is_no_other_kind_of_file():
    for kind in ("exe", "", "CSV"):
        with pytest.raises(Http404):
            tables_as(kind, "x", lambda: [TABLE])
