"""The rules for players: facts by document, boards, pages, and two sheets of paper."""

import re
from functools import cache
from html import unescape
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override
from pypdf import PdfReader

from matches.documents import pdf as documents_pdf
from matches.documents.registry import PRINTING_UNAVAILABLE
from matches.rulebook import blocks
from matches.rulebook import paper as rulebook_paper
from matches.rulebook import pictures as drawn
from matches.rulebook.book import chapters, default_book, set_beside
from matches.rulebook.chapters import CHAPTERS
from matches.rulebook.pictures import with_whole_plays
from matches.rulebook.profiles import READY_MADE, Profile, ready_made
from matches.rules import Checkers, Kind
from matches.rules.board import (
    IllegalPlayError,
    format_play,
    judge_play,
    legal_plays,
    verdict,
)
from matches.rules.refusals import RuleError
from matches.web.qr import qr_address
from tests import builders
from tests.conftest import missing
from tests.paper import alternatives, untold

KEYS = [each.key for each in READY_MADE]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
PICTURES = [
    picture
    for chapter in CHAPTERS
    for part in chapter.parts
    for picture in part.pictures
]
WITH_DICE = [each for each in PICTURES if each.dice]
PAIRS = [(KEYS[n % len(KEYS)], language) for n, language in enumerate(LANGUAGES)]
FULLEST = "leaflet"
"""The rules with the most pictures, and the only table."""
LONGER = 0.25
COMFORTABLE = "8.2"
"""Type in points that beginners read without effort."""


def profile(key):
    return ready_made(key).profile


def words(of):
    """All that a reader reads."""
    texts = []
    for chapter in of:
        texts.append(chapter.name)
        for part in chapter.parts:
            shown = [part.text, *(each.name for each in part.counts)]
            named = (f"{each.name}. {each.text}" for each in part.pictures)
            texts += [*filter(None, shown), *named]
    return "\n".join(texts)


def rules(given):
    return words(chapters(profile(given) if isinstance(given, str) else given))


# Facts ---------------------------------------------------------------------


# What each document says, in words that no other document's rules may say.
OWN_WORDS = {
    "danish": (
        "Crawford rule: when a player first needs only 1 point",
        "both dice land flat on the half of the board to your right",
        "when you pick up one or both dice, or touch them",
        "may accept it or require you to play the roll legally",
        "your opponent may accept the roll or have you roll again",
        "Touching the cube with the clear intention to double",
        "A double cannot be taken back",
        "with 64 up, or with 1 up if it has a 1",
        "even if the roll was not valid, you may not double",
        "say that you double, or turn it and place it on the board",
        "Every match is played with the cube",
        "3-prime",
    ),
    "swedish": (
        "leans on a checker or on the edge of the board, is cocked",
        "when you pick up your dice",
        "may point it out after you pick up your dice",
        "your opponent may make you roll again",
        "has 64 up, which means 1",
        "numbered once for both players",
    ),
    "norwegian": (
        "raise the stake to 64 times what the game began with",
        "Beavers: a player who is doubled may double again at once",
        "Beavers are for money play only",
        "The bar is not counted as a point",
    ),
    "leaflet": (
        "Automatic doubles: doubles on the opening roll",
        "Poengspill is played",
        "In the winner’s home board or on the bar",
        "If a die falls on the floor",
        "Automatic doubles apply in matches too",
        "the player with the higher roll picks a colour",
        "The first double turns the cube to 2",
    ),
    "dutch": (
        "stake per point, and every game begins at one point",
        "One player goes clockwise",
    ),
}
SHARED_WORDS = {
    "The cube has no limit: after 64 come 128": {"swedish", "dutch"},
    "The cube goes no higher than 64": {"danish", "leaflet"},
    "Both dice are rolled at once": {"swedish", "leaflet"},
    "Before the game, the players agree on a stake": {"norwegian", "leaflet"},
    "Doubling is allowed in every game of a match": set(KEYS) - {"danish"},
    "do not say when a roll is valid": {"norwegian", "dutch"},
    "do not cover illegal moves": {"norwegian", "leaflet", "dutch"},
    "With the cube on 2 a gammon counts 4": set(KEYS) - {"leaflet"},
    "it is a gammon and counts 2": set(KEYS),
    "you must play the higher one": set(KEYS),
    "you must bear off from your highest point": set(KEYS),
    "win what the cube showed before": set(KEYS),
    "five on the 13 point": set(KEYS),
}


@pytest.mark.parametrize("key", KEYS)
def test_rules_say_what_their_document_says_and_no_more(key):
    text = rules(key)
    for owner, sentences in OWN_WORDS.items():
        for sentence in sentences:
            assert (sentence in text) == (owner == key), sentence
    for sentence, owners in SHARED_WORDS.items():
        assert (sentence in text) == (key in owners), sentence
    assert "Jacoby" not in text


def test_no_chapter_is_empty_and_numbers_run():
    for key in KEYS:
        found = chapters(profile(key))
        assert [each.number for each in found] == list(range(1, len(found) + 1))
        assert all(each.parts for each in found)
        assert len({each.key for each in found}) == len(found)


# Switches win --------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("changes", "said", "unsaid"),
    [
        ({"crawford": True}, "The Crawford rule:", "every game of a match"),
        ({"crawford": False}, "in every game of a match", "Crawford"),
        ({"cube_cap": None}, "The cube has no limit", "no higher"),
        ({"cube_cap": 16}, "16", "128"),
        ({"cube_cap": 1}, "No cube is used", "you may double"),
        ({"cube_cap": 1}, "No cube is used", "Crawford"),
        ({"cube_cap": 1}, "No cube is used", "With the cube on"),
        ({"beavers": 2}, "Allowed in a row: 2.", "No cube is used"),
        ({"beavers": 0}, "the game counts 1", "Beavers"),
        ({"automatic": 3}, "at most 3 times", "No cube is used"),
        ({"automatic": 0}, "Who begins", "Automatic"),
        ({"jacoby": True}, "The Jacoby rule", "No cube is used"),
        ({"gammon_value": 5}, "it is a gammon and counts 5", "counts 2."),
        ({"scoring": "checkers"}, "Poengspill is played", "With the cube on 2"),
        ({"scoring": "kinds"}, "the game counts 1", "Poengspill"),
        ({"stake": "20", "currency": "kr"}, "is 20 kr.", "is 1."),
    ],
)
def test_a_switch_wins_over_the_document(key, changes, said, unsaid):
    text = rules(profile(key).with_changes(**{"scoring": "kinds"} | changes))
    assert said in text
    assert unsaid not in text


@pytest.mark.parametrize(
    ("switch", "name"),
    [
        ({"beavers": 1}, "Beavers are"),
        ({"automatic": 1}, "Automatic doubles"),
        ({"jacoby": True}, "The Jacoby rule"),
    ],
)
def test_every_extra_says_where_it_holds(switch, name):
    money = profile("swedish").with_changes(**switch)
    matches = money.with_changes(extras_in_matches=True)
    for given, is_said in ((profile("swedish"), False), (money, True), (matches, True)):
        text = rules(given)
        assert (f"{name} " in text) == is_said
        assert text.count("for money play only") == (given is money)
        assert text.count("in matches too") == (given is matches)


def test_a_profile_of_an_unknown_key_reads_like_the_first():
    assert rules(Profile(key="chess")) == rules("danish")


# Boards --------------------------------------------------------------------


@pytest.mark.parametrize("picture", WITH_DICE, ids=lambda each: each.key)
def test_what_a_picture_shows_is_legal(picture):
    assert picture.dice
    picture.position.checked()
    play = judge_play(picture.position, picture.dice, picture.play)
    assert (play.after == picture.position) == (not picture.play)


@pytest.mark.parametrize("picture", WITH_DICE, ids=lambda each: each.key)
def test_what_a_picture_calls_impossible_is_illegal(picture):
    assert picture.dice
    for moves in picture.impossible:
        with pytest.raises(IllegalPlayError):
            judge_play(picture.position, picture.dice, moves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("picture", WITH_DICE, ids=lambda each: each.key)
def test_captions_write_the_play_as_the_record_does(picture, language):
    assert picture.dice
    with override(language):
        caption = gettext(picture.caption)
    assert "{}-{}".format(*picture.dice) in caption
    if picture.play:
        play = judge_play(picture.position, picture.dice, picture.play)
        assert format_play(play, picture.position) in caption


def test_what_captions_say_of_the_boards():
    blocked, highest = drawn.BLOCKED, drawn.HIGHEST
    assert blocked.dice
    assert legal_plays(blocked.position, blocked.dice) == ()
    assert all(blocked.position.points[point] <= -2 for point in (19, 21))
    assert highest.dice
    assert len(legal_plays(highest.position, highest.dice)) == 1
    hits = judge_play(drawn.TWO_HITS.position, (6, 3), drawn.TWO_HITS.play).after
    assert hits.points[0] == -2
    made = judge_play(drawn.PRIME.position, (6, 1), drawn.PRIME.play).after
    assert [made.points[point] >= 2 for point in range(5, 10)] == [
        *(False, True, True, True, False)
    ]
    assert {point for point in range(1, 6) if made.points[point] < 0} == {1}
    gap = drawn.GAP.position.points
    assert gap[4] == 0
    assert min(gap[5], gap[6]) > 0


def test_the_ends_of_a_game_are_what_they_are_called():
    for picture, kind in (
        (drawn.GAMMON, Kind.GAMMON),
        (drawn.BACKGAMMON, Kind.BACKGAMMON),
    ):
        found = verdict(picture.position.checked())
        assert found
        assert (found.mover_won, found.kind) == (True, kind)


def test_poengspill_is_worked_out_as_the_ledger_does():
    found = verdict(drawn.COUNTED.position.checked())
    assert found
    assert found.checkers == Checkers(*(row.checkers for row in drawn.COUNTED_ROWS))
    (table,) = (
        part
        for chapter in chapters(profile("leaflet"))
        for part in chapter.parts
        if part.counts
    )
    assert (table.checkers, table.points) == (15, found.checkers.points) == (15, 31)
    each = [row.points_each for row in table.counts]
    assert each == [Checkers(1).points, Checkers(0, 1).points, *each[2:]]
    assert each[2:] == [Checkers(0, 0, 1).points, Checkers(0, 0, 0, 1).points]


@pytest.mark.parametrize(
    "play", ["13/7", "13/7*/4*", "8/5(2)", "bar/22*", "5/off", "6/off(4)", "bar/20/16"]
)
def test_no_line_breaks_in_a_play(play):
    text = with_whole_plays(f"Here <{play}> is played, then {play}.")
    whole = f'<span class="nowrap">{play}</span>'
    assert text == f"Here &lt;{whole}&gt; is played, then {whole}."


@pytest.mark.parametrize("text", ["from/to", "3-3", "on 24/7s", "and/or 1 / 2"])
def test_what_is_no_play_may_break(text):
    assert with_whole_plays(text) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_copied_holds_nothing_invisible(language):
    with override(language):
        text = rules(FULLEST)
    assert not re.findall(r"[\u00ad\u200b-\u200f\u2060\ufeff]", text)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda each: each.key)
def test_boards_are_drawn_and_described(picture):
    found = picture.boards
    assert len(found) == 1 + picture.shows_before
    for svg in found:
        assert svg.startswith("<svg")
        assert f'aria-label="{picture.title}"' in unescape(svg)
        assert "White" in svg
        assert "style=" not in svg
    for image in picture.paper_boards:
        assert image.startswith('<img class="board" src="data:image/svg+xml;base64,')
        assert 'alt="White: ' in image


# Pages ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "key"),
    [
        *(("en", "danish"), ("da", "danish"), ("sv", "swedish")),
        *(("nb", "norwegian"), ("nl", "dutch"), (None, "danish")),
    ],
)
def test_first_come_the_rules_at_home_in_a_language(language, key):
    assert default_book(language).key == key


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_a_page_shows_the_rules_of_its_profile(client, key):
    page = unescape(client.get(f"/rules/{key}/").content.decode())
    found = chapters(profile(key))
    for chapter in found:
        assert f'id="{chapter.key}"' in page
        assert f'href="#{chapter.key}"' in page
        for part in chapter.parts:
            assert part.words in page
            assert all(picture.words in page for picture in part.pictures)
    assert str(ready_made(key).label) in page
    assert page.count('<svg class="board') == sum(
        len(picture.boards)
        for chapter in found
        for part in chapter.parts
        for picture in part.pictures
    )
    marked = re.findall(r' id="([^"]+)"', page)
    assert len(marked) == len(set(marked))
    for other in KEYS:
        assert f'href="/rules/{other}/"' in page


@pytest.mark.django_db
def test_players_are_not_told_what_to_tick(client):
    swedish = builders.evening("swiss", 2, profile=profile("swedish"))
    own = f"/tournaments/{swedish.slug}/rules/"
    for path in (own, f"{own}play/", "/rules/swedish/"):
        page = client.get(path).content.decode()
        assert "They do not mention the Crawford rule." in page
        assert "Tick the Crawford rule" not in page
    desk = builders.signed_in(builders.director())
    form = desk.get("/desk/new/?template=club-swiss").content.decode()
    assert form.count("Tick the Crawford rule if you play by it.") == 2


@pytest.mark.django_db
def test_the_address_of_the_printed_pattern_leads_there(client):
    assert client.get("/RULES/LEAFLET/").status_code == 200
    assert client.get("/rules/chess/").status_code == 404
    assert client.get("/rules/chess/rules.pdf").status_code == 404


@pytest.mark.django_db
def test_the_footer_leads_to_the_rules(client):
    assert 'href="/rules/"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_a_tournament_shows_the_game_by_its_own_switches(client):
    plain = builders.evening("swiss", 2)
    path = f"/tournaments/{plain.slug}/rules/"
    assert f'href="{path}play/"' in client.get(path).content.decode()
    page = unescape(client.get(f"{path}play/").content.decode())
    assert "The Crawford rule:" in page
    assert f'href="/documents/rules-of-play/{plain.slug}.pdf"' in page
    changed = builders.evening(
        "swiss", 2, profile=profile("swedish").with_changes(cube_cap=8)
    )
    found = client.get(f"/tournaments/{changed.slug}/rules/play/")
    page = unescape(found.content.decode())
    assert "The Crawford rule:" not in page
    assert "The cube goes no higher than 8." in page
    assert "Changed for this tournament:" in page
    assert f'href="/documents/rules-of-play/{changed.slug}.pdf"' in page


# Paper ---------------------------------------------------------------------


@pytest.fixture
def press():
    try:
        documents_pdf.engine()
    except RuleError as error:
        assert error.refusal is PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")


def paper(given):
    """The page for paper of a ready-made profile, or of a tournament of its own."""
    if isinstance(given, str):
        path = f"/rules/{given}/"
        return rulebook_paper.rules_paper(profile(given), path=path)
    path = "/tournaments/nytårsturnering-2026/rules/play/"
    return rulebook_paper.rules_paper(
        given, path=path, tournament="Nytårsturnering 2026"
    )


def pages(html, *, size):
    """How many pages the text fills in type of a size."""
    number = rulebook_paper.SIZES.index(size) + 1
    sized = html.replace('class="size-1"', f'class="size-{number}"', 1)
    return len(documents_pdf._laid_out(sized, rulebook_paper.stylesheet()).pages)


def lengthened(text):
    """Add a quarter to a text, word by word, as a translation would."""
    found, owed = [], 0.0
    for word in text.split(" "):
        found.append(word)
        owed += LONGER * (len(word) + 1)
        if owed >= 6:
            found.append("spill")
            owed -= 6
    return " ".join([*found, "i" * round(owed)])


def lengthen_all(monkeypatch):
    """Make every text of the rules a quarter longer."""
    translated = blocks._
    for module, name in ((blocks, "_"), (drawn, "gettext")):
        monkeypatch.setattr(module, name, lambda text: lengthened(translated(text)))


def drawings(key):
    """How many boards the rules of a profile have."""
    parts = (part for chapter in chapters(profile(key)) for part in chapter.parts)
    return sum(len(each.boards) for part in parts for each in part.pictures)


@cache
def lengths(key):
    """How many characters the rules of a profile have in each language."""
    found = {}
    for language in LANGUAGES:
        with override(language):
            found[language] = len(rules(key))
    return found


def test_a_lengthened_text_is_a_quarter_longer():
    text = rules("danish")
    assert len(lengthened(text)) >= 1.25 * len(text)


@pytest.mark.parametrize(("key", "language"), PAIRS)
def test_paper_fits_two_pages_without_being_cramped(press, key, language):
    """Each profile once and each language once: what is longer is tried below."""
    with override(language):
        html = paper(key)
    assert pages(html, size=COMFORTABLE) == 2


def test_nor_would_the_fullest_be_cramped_if_english_were_a_quarter_longer(
    press, monkeypatch
):
    lengthen_all(monkeypatch)
    assert pages(paper(FULLEST), size=COMFORTABLE) == 2


@pytest.mark.parametrize("key", KEYS)
def test_no_other_rules_are_fuller(key):
    """So what is not set here fits as well, in every language."""
    found, fullest = lengths(key), lengths(FULLEST)
    assert max(found.values()) < (1 + LONGER) * fullest["en"]
    assert all(found[language] <= fullest[language] for language in LANGUAGES)
    assert drawings(key) <= drawings(FULLEST)


def test_the_longest_translation_fits_when_it_grows_by_a_quarter(press, monkeypatch):
    found = lengths(FULLEST)
    lengthen_all(monkeypatch)
    with override(max(found, key=lambda language: found[language])):
        html = paper(FULLEST)
    assert pages(html, size=rulebook_paper.SIZES[-1]) == 2


def test_a_tournament_that_changed_everything_fits_two_pages(press):
    given = profile("danish").with_changes(
        **{"jacoby": True, "beavers": 2, "automatic": 3, "extras_in_matches": True},
        **{"scoring": "checkers", "crawford_double": "stand", "cube_cap": 32},
        **{"late_every": 5, "late_grace": 10, "clock_minutes": 2, "start_1": 1},
        **{"clocks_required": True, "bye_halves": 1, "walkover": "full"},
        **{"stake": "20", "currency": "kr", "gammon_value": 3},
    )
    with override("nl"):
        html = paper(given)
    assert html.count("20 kr") == 2
    assert pages(html, size=rulebook_paper.SIZES[-1]) == 2


def test_the_largest_type_that_fits_is_taken(press):
    """More than a page at the smallest, so that it is never one page alone."""
    html = paper("danish")
    content = rulebook_paper.two_pages(html)
    assert untold(content) == []
    *positions, address = alternatives(content)
    assert address.endswith("/rules/danish/")
    assert len(positions) == html.count('class="board"')
    assert all("White:" in words and "Black:" in words for words in positions)
    pdf = PdfReader(BytesIO(content), strict=True)
    assert len(pdf.pages) == 2
    text = pdf.pages[1].extract_text()
    assert "Crawford rule" in text
    assert "/rules/danish/" in text
    width, height = (float(each) for each in pdf.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (595, 842)
    taken = {round(size, 1) for size in sizes_of(pdf)}
    number = next(
        n for n, size in enumerate(rulebook_paper.SIZES) if float(size) in taken
    )
    assert number == 0 or pages(html, size=rulebook_paper.SIZES[number - 1]) > 2


def sizes_of(pdf):
    """The sizes of type on the first page, in points."""
    found = set()

    def visit(_text, cm, tm, *more):
        found.add(abs(more[1] * tm[0] * cm[0]))

    pdf.pages[0].extract_text(visitor_text=visit)
    return found


@pytest.mark.django_db
def test_paper_is_set_once_and_kept(client):
    made = []

    def two_pages(html):
        made.append(html)
        return b"%PDF-1.7"

    with builders.printing(two_pages):
        for _ in range(2):
            answer = builders.printed(client, "/rules/dutch/rules.pdf")
            assert answer.status_code == 200
            assert answer["Content-Type"] == "application/pdf"
            assert "dutch-rules.pdf" in answer["Content-Disposition"]
            assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
        assert len(made) == 1
        dane = Client(headers={"accept-language": "da"})
        builders.printed(dane, "/rules/dutch/rules.pdf")
        builders.printed(client, "/rules/danish/rules.pdf")
    assert len(made) == 3
    assert "Spillets regler" not in made[0]
    assert 'lang="da"' in made[1]


@pytest.mark.django_db
def test_a_tournament_has_paper_of_its_own(client):
    made = []

    def two_pages(papers):
        made.extend(map(unescape, papers))
        return b"%PDF-1.7"

    evening = builders.evening(
        "swiss", 2, profile=profile("swedish").with_changes(cube_cap=8)
    )
    path = f"/tournaments/{evening.slug}/rules/play/"
    with builders.printing(two_pages):
        for _ in range(2):
            answer = builders.printed(client, f"{path}rules.pdf")
            assert (answer.status_code, answer.content) == (200, b"%PDF-1.7")
            assert f'inline; filename="{evening.slug}-rules-of-play.pdf"' in str(
                answer.headers
            )
    (html,) = made
    assert "The cube goes no higher than 8." in html
    assert f"<b>{evening.name}</b>" in html
    assert "Changed for this tournament: The maximum cube is 8." in html
    assert f"{path}</b>" in html
    url = f"{settings.SITE_URL}{path}"
    assert qr_address(url) != qr_address(url, in_capitals=False)
    assert qr_address(url, in_capitals=False) in html
    assert "the other versions" not in html
    assert client.get("/tournaments/chess/rules/play/rules.pdf").status_code == 404
    assert client.get("/rules/chess/rules.pdf").status_code == 404


@pytest.mark.django_db
def test_without_the_libraries_the_page_says_what_to_install(client):
    def two_pages(_html):
        raise PRINTING_UNAVAILABLE(packages=documents_pdf.DEBIAN_PACKAGES)

    own = f"/tournaments/{builders.evening('swiss', 2).slug}/rules/play/rules.pdf"
    with builders.printing(two_pages):
        for path in ("/rules/dutch/rules.pdf", own):
            answer = builders.printed(client, path)
            page = answer.content.decode()
            assert documents_pdf.DEBIAN_PACKAGES in page
            assert "Try again" in page


def test_a_picture_stands_beside_the_words_before_it():
    for chapter in chapters(profile("leaflet")):
        parts = set_beside(chapter.parts)
        before = [each for part in chapter.parts for each in part.pictures]
        after = [
            each
            for part in parts
            for each in (*((part.beside,) if part.beside else ()), *part.pictures)
        ]
        assert after == before
        assert all(part.text for part in parts if part.beside)
