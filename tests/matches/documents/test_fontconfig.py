"""Which fonts this machine has, and what is said of a script without one."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.documents import fontconfig
from matches.documents.registry import page_url
from tests import builders
from tests.conftest import missing

ETHIOPIC = "\u1200\u1208"
CHINESE = "\u4e2d\u6587"


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("Søren Ærø, Ида Холм, Νίκος, Nguyễn, Ἀλέξανδρος – 7 ½ “”", False),
        (f"Wei {CHINESE}", True),
        (f"{ETHIOPIC} and {CHINESE}", True),
        ("שרה", True),
        ("Bo \U0001f3b2", True),
        ("かな 한글", True),
    ],
)
def test_scripts_without_a_font_are_noticed(monkeypatch, text, lacks):
    """On a machine with fonts for Latin alone."""
    monkeypatch.setattr(fontconfig, "has_glyph", lambda mark: mark < "\u0530")
    assert fontconfig.lacks_letters(text) is lacks


def test_the_bundled_fonts_are_known():
    if not fontconfig.font_count():
        missing("libfontconfig")
    assert all(map(fontconfig.has_glyph, "AøЖΩ"))
    assert not fontconfig.has_glyph("\ue123")  # for private use: no font here has it


@pytest.mark.django_db
def test_a_director_is_told_beside_the_paper(monkeypatch):
    monkeypatch.setattr(fontconfig, "has_glyph", lambda _mark: False)
    evening = builders.evening("swiss", ["Wei \u4e2d", "Bo Brink"])
    builders.published_round(evening)
    path = page_url("score-sheets", f"{evening.slug}/1/1")
    ada = builders.signed_in(builders.director())
    assert "fonts-noto-cjk" in ada.get(path).content.decode()
    assert Client().get(path).status_code == 302
    centre = ada.get(reverse("print_centre", args=[evening.slug])).content.decode()
    assert "fonts-noto-cjk" in centre
