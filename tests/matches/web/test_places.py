"""Shared places: the mark stands before the number from right to left too."""

import re

from django.test import override_settings
from django.utils.translation import override

from matches.web.sentences import marked_place
from tests.live import ROOT


def test_a_shared_place_is_marked() -> None:
    assert marked_place(4, shared=True) == "=4"
    assert marked_place(4, shared=False) == "4"


@override_settings(LANGUAGES_BIDI=["he"])
def test_the_mark_keeps_its_side_from_right_to_left() -> None:
    with override("he"):
        assert marked_place(4, shared=True) == "\u2066=4\u2069"
        assert marked_place(4, shared=False) == "4"
    with override("da"):
        assert marked_place(4, shared=True) == "=4"


def test_no_other_module_writes_the_mark() -> None:
    found = [
        path
        for app in ("matches", "tournaments", "clubsite")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"""f["']={\w""", path.read_text(encoding="utf-8"))
    ]
    assert found == [ROOT / "matches/web/sentences.py"]
