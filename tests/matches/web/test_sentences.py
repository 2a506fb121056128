"""A message becomes a sentence in the language of its reader."""

import re

import pytest
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.test import override_settings
from django.utils.translation import gettext_lazy, override

from matches.models import Player
from matches.rules.changes import CRAWFORD_GOES, WINNER_IS
from matches.rules.errors import STAKE_NOT_POSITIVE
from matches.web.answers import sentence
from matches.web.bidi import isolated, isolated_html, isolating_names
from matches.web.sentences import marked_place, sentence_of
from tests import builders
from tests.live import ROOT

LANGUAGES = pytest.mark.parametrize("language", ["en", "da", "nl"])


def test_each_reader_gets_another_sentence():
    said = set()
    for language in ("en", "da", "nl"):
        with override(language):
            said |= {sentence_of(CRAWFORD_GOES), sentence_of(WINNER_IS, {"side": "Bo"})}
    assert len(said) == 6
    assert sum("Bo" in one for one in said) == 3


@LANGUAGES
def test_a_lazy_value_is_in_the_language_of_its_sentence(language):
    word = gettext_lazy("Withdraw")
    with override(language):
        now = str(word)
        said = sentence_of(WINNER_IS, {"side": word})
    assert now in said
    assert isinstance(said, str)


@LANGUAGES
def test_an_error_is_the_sentence_of_its_refusal(language):
    error = STAKE_NOT_POSITIVE(stake="-3")
    with override(language):
        assert sentence(error) == sentence_of(STAKE_NOT_POSITIVE, {"stake": "-3"})


def test_a_shared_place_is_marked():
    assert marked_place(4, shared=True) == "=4"
    assert marked_place(4, shared=False) == "4"


@override_settings(LANGUAGES_BIDI=["he"])
def test_the_mark_keeps_its_side_from_right_to_left():
    with override("he"):
        assert marked_place(4, shared=True) == "\u2066=4\u2069"
        assert marked_place(4, shared=False) == "4"
    with override("da"):
        assert marked_place(4, shared=True) == "=4"


def test_no_other_module_writes_the_mark():
    found = [
        path
        for app in ("matches", "tournaments", "clubsite")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"""f["']={\w""", path.read_text(encoding="utf-8"))
    ]
    assert found == [ROOT / "matches/web/sentences.py"]


FATIMA, DANA = "فاطمة الزهراء", "דנה כהן"
TOLD = f"\u2068{FATIMA}\u2069 9–2 \u2068{DANA}\u2069"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{FATIMA} 9–2 {DANA}", TOLD),
        (TOLD, TOLD),
        (f"M7: {DANA} – Anna", f"M7: \u2068{DANA}\u2069 – Anna"),
        ("Åse 9–2 Ида Холм", "Åse 9–2 Ида Холм"),
        ("כהן, דנה", "\u2068כהן, דנה\u2069"),
        ("צ’רלי", "\u2068צ’רלי\u2069"),
        ("", ""),
    ],
)
def test_names_are_isolated_in_a_text(text, shown):
    assert isolated(text) == shown


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        (f"<p>{FATIMA} 9–2 {DANA}</p>", f"<p>{TOLD}</p>"),
        (f'<a title="M1: {DANA}">M1</a>', f'<a title="M1: \u2068{DANA}\u2069">M1</a>'),
        ("<p>צ&#x27;רלי 3</p>", "<p>\u2068צ&#x27;רלי\u2069 3</p>"),
        (
            f'<i data-names="[&quot;{DANA}&quot;,&quot;{DANA}&quot;]"></i>',
            '<i data-names="[&quot;\u2068דנה כהן\u2069&quot;,'
            '&quot;\u2068דנה כהן\u2069&quot;]"></i>',
        ),
    ],
)
def test_names_are_isolated_in_html(html, shown):
    assert isolated_html(html) == shown
    assert isolated_html(shown) == shown


@pytest.mark.parametrize(
    "html",
    [
        f'<input name="name" value="{DANA}">',
        f"<input name='name' value='{DANA}'>",
        f'<a href="/search/?q={DANA}">here</a>',
        f"<textarea rows=3>\n{DANA} 3\n</textarea>",
        f"<script>say('{DANA}')</script>",
        "<p>Anna 9–2 Bo</p>",
    ],
)
def test_what_is_read_again_stays_plain(html):
    assert isolated_html(html) == html


def test_only_whole_pages_and_parts_of_pages_are_changed():
    def answer(response):
        return isolating_names(lambda _request: response)(HttpRequest())

    assert answer(HttpResponse(f"{DANA} 3")).text == f"\u2068{DANA}\u2069 3"
    assert answer(HttpResponse(DANA, content_type="text/csv")).text == DANA
    assert DANA in answer(JsonResponse({"name": DANA}, json_dumps_params=ENSURED)).text
    streamed = answer(StreamingHttpResponse([DANA.encode()]))
    assert b"".join(streamed) == DANA.encode()


ENSURED = {"ensure_ascii": False}


@pytest.mark.django_db
def test_a_name_is_stored_and_typed_as_it_is(client):
    made = builders.player(FATIMA)
    assert Player.objects.get(name=FATIMA) == made
    page = client.get(f"/players/{made.key}/").content.decode()
    assert f"\u2068{FATIMA}\u2069" in page
    ada = builders.signed_in(builders.director())
    form = ada.get(f"/players/{made.key}/edit/").content.decode()
    assert f'value="{FATIMA}"' in form
