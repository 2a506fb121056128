"""PDFs read back as pictures: their QR codes, their letters, and where these stand."""

import random
from urllib.parse import urlsplit

import pypdfium2
import pytest
import zxingcpp
from django.conf import settings
from django.test import Client
from PIL import ImageFilter

from matches.documents.registry import A4, document_named, printing_on
from tests import builders, paper
from tournaments.paper.entries import badges_of, print_badges

pytestmark = pytest.mark.django_db

DPI = 150
PER_MM = 72 / 25.4
EDGE = 4.2
"""What printers leave white at the edges, in millimetres."""
NAMES = (
    "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
    "Nguyễn Thị Phương Thảo",
    "Ελευθερία Κωνσταντινίδου",
    "Александра Воскресенская",
    "Şükrü Çağlayangil-Öztürk",
    "Bo Å",
)


@pytest.fixture(scope="module", autouse=True)
def _pango():
    paper.need_printing()


@pytest.fixture(scope="module")
def played(kept):
    """Return the second round of a Monrad evening."""
    evening = builders.tournament("monrad", name="Køge Open", rounds=3)
    builders.entered(evening, NAMES)
    builders.played_round(evening)
    return builders.published_round(evening)


def evening_of(played):
    return played.stage.division.tournament


def copied(picture):
    """Return what a worn copier makes of a page: grey, blurred, a little askew."""
    noise = random.Random(7)
    grey = picture.rotate(0.6, expand=False, fillcolor=255)
    grey = grey.filter(ImageFilter.GaussianBlur(0.6))
    grey = grey.point(lambda value: 70 + value * 145 // 255)
    for _speck in range(400):
        at = (noise.randrange(grey.width), noise.randrange(grey.height))
        grey.putpixel(at, noise.randrange(256))
    return grey


def pictures(content):
    """Yield the pages as a printer prints them, in grey."""
    for page in pypdfium2.PdfDocument(content):
        yield page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L")


def codes(picture):
    """Return what the QR codes of a page say."""
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return sorted(one.text for one in found)


def subject_of(document, played):
    """Return what a document is of in this evening, None if it is not offered."""
    subjects = {
        "round": played,
        "stage": played.stage,
        "tournament": evening_of(played),
    }
    subject = subjects.get(document.scope.kind)
    return subject if subject and document.is_offered(subject) else None


def made(document, played, size=A4):
    with printing_on(size):
        return document.build(document.read(subject_of(document, played)))


class TestQrCodes:
    @pytest.mark.parametrize("is_copied", [False, True])
    def test_of_score_sheets_open_their_matches(self, played, is_copied):
        content = made(document_named("score-sheets"), played)
        found = [
            text
            for picture in pictures(content)
            for text in codes(copied(picture) if is_copied else picture)
        ]
        matches = builders.matches(played)
        assert sorted(found) == sorted(
            f"{settings.SITE_URL}/s/{match.sheet_code}/".upper() for match in matches
        )
        for match in matches:
            (url,) = (text for text in found if match.sheet_code in text)
            page = Client().get(urlsplit(url).path).content.decode()
            assert str(match.player_1.name) in page

    def test_on_copied_badges_open_the_pages_of_players(self, played):
        values = badges_of(evening_of(played))
        (page,) = pictures(print_badges(values))
        found = codes(copied(page))
        assert sorted(found) == sorted(badge.url.upper() for badge in values.badges)
        for url in found:
            assert Client().get(urlsplit(url).path, follow=True).status_code == 200


def check_page(page, known):
    """Check that every letter of a page is on the paper, and not at its edge."""
    width, height = page.get_size()
    text = page.get_textpage()
    for place in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(place)
        said = text.get_text_bounded(left, bottom, right, top)
        assert left >= EDGE * PER_MM, (known, said)
        assert bottom >= EDGE * PER_MM, (known, said)
        assert right <= width - EDGE * PER_MM, (known, said)
        assert top <= height - EDGE * PER_MM, (known, said)


def check_document(document, played, size):
    known = f"{document.key} on {size.key}"
    content = made(document, played, size)
    for page in paper.read(content):
        assert {round(side) for side in paper.size(page)} == {
            round(size.width),
            round(size.height),
        }, known
        assert not paper.lacks_letters(page), known
    for page in pypdfium2.PdfDocument(content):
        check_page(page, known)


@pytest.mark.parametrize("key", ["crosstable", "pairings:a-z", "badges"])
def test_letters_stand_on_the_paper(played, key):
    document = document_named(key)
    check_document(document, played, document.papers[-1])


@pytest.mark.parametrize(
    "key", ["pairings:a-z", "match-cards", "posters", "score-sheets", "badges"]
)
def test_programs_find_nothing_against_pdf_ua(played, key):
    assert paper.breaks_pdf_ua(made(document_named(key), played)) == []
