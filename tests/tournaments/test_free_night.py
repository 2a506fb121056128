"""A free club night draws again and again: no page of it speaks of rounds."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments.draws.publish import take_back_round
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ROUND = re.compile(r"\brounds?\b", re.IGNORECASE)
OF_THE_HALL = {"Round clock"}
"""What is so called in every tournament."""
OTHER_FORMATS = re.compile(r"Round robin|\d+ rounds ·")
"""Choices of what else could be played."""


@pytest.fixture
def night() -> Tournament:
    """A night after a draw that was played and one that is under way."""
    night = builders.evening("night", 6, name="Friday")
    builders.played_round(night)
    builders.published_round(night)
    return night


@pytest.fixture
def ada(night: Tournament) -> Client:
    return builders.signed_in(builders.director())


def texts_of(page: str) -> list[str]:
    """Return the texts of a page, each without its elements, and its attributes."""
    page = re.sub(r"(?s)<(script|style|template|select)\b.*?</\1>", "", page)
    attributes = re.findall(r'(?:aria-label|title|data-key-label)="([^"]*)"', page)
    blocks = re.split(r"<(?!/?(?:span|b|i|em|strong|bdi|time)\b)[^>]+>", page)
    texts = [re.sub(r"<[^>]+>", "", block) for block in blocks]
    return [" ".join(unescape(text).split()) for text in [*texts, *attributes]]


def about_rounds(client: Client, path: str) -> list[str]:
    answer = client.get(path)
    assert answer.status_code == 200, path
    found = [text for text in texts_of(answer.content.decode()) if ROUND.search(text)]
    return [
        text
        for text in found
        if text not in OF_THE_HALL and not OTHER_FORMATS.search(text)
    ]


def pages_of(night: Tournament) -> list[str]:
    # Not the record of a draw: it says what `verify_draw.pyz` says.
    stage, slug = builders.stage(night), night.slug
    pairing = builders.called(night)[0]
    assert pairing.match is not None
    return [
        night.get_absolute_url(),
        reverse("match", args=[pairing.match.code]),
        f"/p/{pairing.entry_1.player.link_key}/",
        reverse("table_board", args=[slug, pairing.table]),
        *(
            reverse(name, args=[slug])
            for name in ("tournament_desk", "log", "pace", "settings", "rules")
        ),
        reverse("tournament_delete", args=[slug]),
        reverse("stage_edit", args=[slug, stage.number]),
        reverse("standing", args=[slug, stage.number, pairing.entry_1.number]),
        reverse("draw_list", args=[slug, stage.number]),
        reverse("why", args=[slug, stage.number, pairing.draw_id, pairing.position]),
        f"/documents/score-sheets/{slug}/{stage.number}/2/",
    ]


def test_no_page_of_a_free_night_speaks_of_rounds(
    night: Tournament, ada: Client
) -> None:
    spoken = {path: about_rounds(ada, path) for path in pages_of(night)}
    assert {path: texts for path, texts in spoken.items() if texts} == {}


def test_the_same_pages_of_an_evening_with_rounds_do(ada: Client) -> None:
    evening = builders.evening("swiss", 6)
    builders.played_round(evening)
    builders.published_round(evening)
    silent = [path for path in pages_of(evening) if not about_rounds(ada, path)]
    assert silent == [reverse("tournament_delete", args=[evening.slug])]


def test_the_log_names_draws_and_how_often_they_were_tried(
    night: Tournament, ada: Client
) -> None:
    take_back_round(round_number=2, tournament=night, reason="Too early", by=None)
    builders.published_round(night)
    log = " ".join(
        texts_of(ada.get(reverse("log", args=[night.slug])).content.decode())
    )
    assert "Draw 2: Unpublished: Too early" in log
    assert "Draw 2: Published (attempt 2)." in log
    assert "Draw 1: Published (attempt 1)." in log


def test_settings_of_a_night_keep_what_they_do_not_ask_for(
    night: Tournament, ada: Client
) -> None:
    stage = builders.stage(night)
    type(stage).objects.filter(pk=stage.pk).update(lengths=[3, 5])
    page = ada.get(reverse("settings", args=[night.slug]))
    assert not {"rounds", "lengths"} & set(page.context["form"].fields)
    form = page.context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    answer = ada.post(
        reverse("settings", args=[night.slug]), {**sent, "name": "Sunday"}
    )
    assert answer.status_code == 302
    stage.refresh_from_db()
    night.refresh_from_db()
    assert (night.name, list(stage.lengths)) == ("Sunday", [3, 5])
    page = ada.get(reverse("stage_edit", args=[night.slug, stage.number]))
    assert "lengths" not in page.context["form"].fields
