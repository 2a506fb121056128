"""The settings of the club, and what all pages make of them."""

import re
from base64 import b64encode
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from clubsite.club.logo import ICON_SIDE, SIDE
from matches.accounts.services import setup_path
from matches.models import Club, Logo
from matches.reports.photos.errors import (
    PHOTO_DAMAGED,
    PHOTO_FILE_TOO_LARGE,
    PHOTO_KIND_UNKNOWN,
)
from matches.rulebook.paper import rules_paper
from matches.rulebook.profiles import DEFAULT
from matches.web import club as known
from tests import builders

pytestmark = pytest.mark.django_db
PATH = "/directors/club-settings/"


def picture(kind="PNG", size=(900, 300)):
    file = BytesIO()
    Image.new("RGBA", size, (11, 95, 89, 128)).convert(
        "RGBA" if kind == "PNG" else "RGB"
    ).save(file, kind)
    return file.getvalue()


def form(**more):
    return {
        "name": "Ælnoth Backgammon",
        "town": "Køge",
        "contact": "club@example.org",
        "text": "We play.",
        "language": "da",
        "time_zone": "europe/oslo",
        "seen": 0,
        **more,
    }


def test_what_is_saved_is_on_every_page_at_once(ada):
    assert ada.post(PATH, form()).status_code == 302
    now = known.club()
    assert (now.name, now.time_zone, now.language) == (
        "Ælnoth Backgammon",
        "Europe/Oslo",
        "da",
    )
    stranger = Client()
    for path in ("/", "/tournaments/", "/players/", "/login/", "/rules/", "/no/such/"):
        page = stranger.get(path).content.decode()
        assert "Ælnoth Backgammon</title>" in page, path
        assert 'lang="da"' in page, path
    home = stranger.get("/").content.decode()
    for words in (
        'og:site_name" content="Ælnoth Backgammon"',
        'og:title" content="',
        'og:description" content="We play."',
        'og:image" content="http',
        "mailto:club@example.org",
        'data-zone="Europe/Oslo"',
    ):
        assert words in home, words


def test_the_change_can_be_undone(ada):
    ada.post(PATH, form())
    ada.post(PATH, form(seen=1, name="Mistake"))
    assert "Ælnoth Backgammon" in ada.get(PATH).content.decode()
    assert ada.post(f"{PATH}2/back/").status_code == 302
    assert known.read().name == "Ælnoth Backgammon"
    assert ada.post(f"{PATH}2/back/").status_code == 302  # too late: it was changed
    assert known.read().name == "Ælnoth Backgammon"


def test_a_form_of_before_another_change_overwrites_nothing(ada):
    ada.post(PATH, form())
    answer = ada.post(PATH, form(town="Oslo"))
    assert answer.status_code == 409
    assert known.read().town == "Køge"
    assert 'value="Oslo"' in answer.content.decode()
    assert 'name="seen" value="1"' in answer.content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x" * 300),
        ("town", "x" * 300),
        ("text", "x" * 3000),
        ("time_zone", "Europe/Atlantis"),
        ("time_zone", ""),
        ("language", "fr"),
        ("name", "a\0b"),
        ("seen", "many"),
    ],
)
def test_a_bad_value_is_refused_and_the_rest_stays(ada, field, value):
    answer = ada.post(PATH, form(**{field: value}))
    assert answer.status_code == 422
    assert not Club.objects.exists()
    assert field in answer.context["form"].errors
    assert "club@example.org" in answer.content.decode()


def upload(name, content):
    return SimpleUploadedFile(name, content)


def test_a_logo_is_drawn_anew_and_sent_with_the_right_headers(ada):
    assert ada.post(PATH, form(logo=upload("l.png", picture()))).status_code == 302
    digest = known.read().logo
    for path, size in (
        (f"/club/logo/{digest}.png", (SIDE, SIDE // 3)),
        (f"/club/icon/{digest}.png", (ICON_SIDE, ICON_SIDE)),
    ):
        answer = Client().get(path)
        assert Image.open(BytesIO(answer.content)).size == size
        assert answer["Content-Type"] == "image/png"
        assert "immutable" in answer["Cache-Control"]
    assert f"/club/logo/{digest}.png" in Client().get("/").content.decode()
    assert Client().get("/club/logo/0123.png").status_code == 404
    assert Client().get("/favicon.ico")["Location"] == f"/club/icon/{digest}.png"
    icons = Client().get("/manifest.webmanifest").json()["icons"]
    assert icons[0]["src"] == f"/club/icon/{digest}.png"
    # Kept when something else changes, gone when that is wanted.
    ada.post(PATH, form(seen=1, town="Oslo", kept_logo=digest))
    assert known.read().logo == digest
    ada.post(PATH, form(seen=2, kept_logo=digest, is_without_logo="on"))
    assert known.read().logo == ""


def test_a_logo_is_on_paper_while_there_is_one(ada):
    ada.post(PATH, form(logo=upload("l.png", picture())))
    digest = known.read().logo
    shown = b64encode(Client().get(f"/club/logo/{digest}.png").content).decode()
    logo = f'src="data:image/png;base64,{shown}"'
    assert logo in rules_paper(DEFAULT, path="/rules/")
    ada.post(PATH, form(seen=1, kept_logo=digest, is_without_logo="on"))
    assert logo not in rules_paper(DEFAULT, path="/rules/")


def test_a_logo_is_not_lost_with_another_error(ada):
    sent = form(logo=upload("l.jpg", picture("JPEG")), time_zone="Nowhere")
    digest = ada.post(PATH, sent).context["form"].shown_logo
    assert digest
    assert ada.post(PATH, form(kept_logo=digest)).status_code == 302
    assert known.read().logo == digest


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
            PHOTO_KIND_UNKNOWN,
        ),
        (b"GIF89a nothing", PHOTO_KIND_UNKNOWN),
        (picture()[:200], PHOTO_DAMAGED),
        (b"\x89PNG\r\n\x1a\n" + bytes(20_000_000), PHOTO_FILE_TOO_LARGE),
    ],
    ids=["svg", "gif", "half", "20 MB"],
)
def test_no_logo_and_nothing_lost(ada, content, code):
    answer = ada.post(PATH, form(logo=upload("logo.svg", content)))
    assert answer.status_code == 422
    errors = answer.context["form"].errors["logo"].as_data()
    assert [error.code for error in errors] == [code.code]
    assert "Ælnoth Backgammon" in answer.content.decode()
    assert not Club.objects.exists()
    assert not Logo.objects.exists()


def test_the_first_director_names_the_club(client):
    path = setup_path()
    assert path is not None
    sent = {"username": "Ada", "password": builders.PASSWORD, "club": " Ælnoth  BK "}
    assert client.post(path, sent).status_code == 302
    assert known.read().name == "Ælnoth BK"


def test_robots_are_told_what_is_not_for_them(client, ada):
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /desk/" in text
    assert "noindex" not in client.get("/").content.decode()
    assert "noindex" in client.get("/players/").content.decode()
    ada.post(PATH, form(is_indexed="on"))
    assert "noindex" not in client.get("/players/").content.decode()


def test_security_txt_names_the_contact_of_the_club(client, ada):
    def contact():
        text = client.get("/.well-known/security.txt").content.decode()
        (line,) = re.findall(r"^Contact: (.+)$", text, re.MULTILINE)
        assert re.search(
            r"^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", text, re.MULTILINE
        )
        return str(line)

    assert contact().endswith("/privacy/")
    ada.post(PATH, form(contact="Ada, ada@club.example, +45 1"))
    assert contact() == "mailto:ada@club.example"


def test_a_director_who_is_no_owner_changes_nothing(ada):
    bea = builders.signed_in(builders.director("Bea"))
    assert bea.get(PATH).status_code == 403
    assert bea.post(PATH, form()).status_code == 403
    assert PATH not in bea.get("/desk/").content.decode()
    assert PATH in ada.get("/desk/").content.decode()
