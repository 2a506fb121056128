"""The desk of a large round shows a part of it; the result box knows every match."""

import json
import re
from html import unescape

import pytest

from tests import builders
from tournaments.rounds import list_parts

pytestmark = pytest.mark.django_db

ROW = re.compile(r'data-match="(\d+)"')
UNLISTED = re.compile(r'data-matches="([^"]*)"')
POLL = re.compile(r'hx-get="([^"]*)"')


def test_a_large_round_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_parts, "PER_PART", 3)
    event = builders.evening("swiss", 10)
    first = builders.played_round(event)
    second = builders.published_round(event)
    ada = builders.signed_in(builders.director())
    address = f"/desk/{event.slug}/"

    parts = [ada.get(f"{address}?page={number}").text for number in (1, 2)]
    rows = [ROW.findall(part) for part in parts]
    assert [len(own) for own in rows] == [3, 2]
    assert rows[0] + rows[1] == ["6", "7", "8", "9", "10"]
    for part, own in zip(parts, rows, strict=True):
        told = [json.loads(unescape(text)) for text in UNLISTED.findall(part)]
        unlisted = {number for matches in told for number in matches}
        assert unlisted | set(own) == {str(number) for number in range(1, 11)}
        assert not unlisted & set(own)
    assert "page=2" in POLL.findall(parts[1])[0]
    assert '<input type="hidden" name="page" value="2">' in parts[1]

    last = builders.pairings(second)[-1]
    found = ada.get(address, {"q": last.entry_1.player.name}).text
    assert ROW.findall(found) == [str(last.match_number)]
    assert ROW.findall(ada.get(address, {"q": f"m{last.match_number}"}).text) == ["10"]

    older = ada.get(address, {"round": first.number, "page": 2}).text
    assert ROW.findall(older) == ["4", "5"]
    assert f'href="?round={first.number}&amp;page=1"' in older
    assert f'<input type="hidden" name="round" value="{first.number}">' in older
