"""A language is a line, a catalogue and an alphabet: one that this test makes."""

import os
import re
import subprocess
import sys
from html import unescape
from io import BytesIO
from pathlib import Path

import polib
import pytest
from django.conf import settings as product
from pypdf import PdfReader

from clubsite.run import preparation
from matches.documents import pdf as documents_pdf
from matches.documents import services as documents_services
from matches.documents.registry import PRINTING_UNAVAILABLE
from matches.jobs import tasks
from matches.players.alphabet import ALPHABETS, Alphabet
from matches.players.roster import read_list
from matches.players.services import NewPlayer, create_players
from matches.rules.refusals import RuleError
from matches.rulings.services import as_written
from matches.web.sentences import in_languages, languages
from tests import builders
from tests.conftest import missing
from tournaments.money.currencies import usual_currency
from tournaments.search.queries import BETWEEN_NAMES

ROOT = Path(__file__).resolve().parent.parent.parent
# Kept free for private use, so that it is never one of the product's own.
CODE = "qfi"
NAME = "Suomi"
WORDS = {
    "Rules": "Säännöt",
    "Players": "Pelaajat",
    "The doubling cube": "Tuplausnoppa",
    "round %(number)s of %(total)s": "kierros %(number)s/%(total)s",
}
TYPED = {"name, player, entrant": "nimi, pelaaja", "off": "ulos", "vs": "vastaan"}
BY_NAME = ("Zetterberg", "Åberg", "Ärlig", "Öhman")


@pytest.fixture
def catalogue(tmp_path):
    """A folder with a tiny catalogue, as a translator hands it in."""
    folder = tmp_path / "locale" / CODE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    made = polib.POFile()
    made.metadata = {
        "Language": CODE,
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    made.extend(polib.POEntry(msgid=en, msgstr=fi) for en, fi in WORDS.items())
    made.extend(
        polib.POEntry(msgctxt="typed words", msgid=en, msgstr=fi)
        for en, fi in TYPED.items()
    )
    usual = polib.POEntry(msgctxt="usual currency", msgid="EUR", msgstr="ISK")
    made.append(usual)
    made.save(str(folder / "django.po"))
    return tmp_path / "locale"


@pytest.fixture
def finnish(catalogue, settings, monkeypatch):
    """The line, the catalogue and the alphabet."""
    settings.LANGUAGES = [*product.LANGUAGES, (CODE, NAME)]
    settings.LOCALE_PATHS = [*product.LOCALE_PATHS, catalogue]
    preparation.compile_catalogues(preparation.catalogues())
    monkeypatch.setitem(ALPHABETS, CODE, Alphabet(("å", "äæ", "öø")))


def page(client, path, **headers):
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


@pytest.mark.django_db
def test_it_is_offered_chosen_and_read(client, finnish):
    before = page(client, "/rules/danish/")
    button = re.search(rf'<button[^>]* value="{CODE}"[^>]*>([^<]*)</button>', before)
    assert (f'lang="{CODE}"' in button[0], button[1]) == (True, NAME)
    answer = client.post("/language/", {"language": CODE, "next": "/rules/danish/"})
    assert answer.status_code == 302
    after = page(client, "/rules/danish/")
    assert f'<html lang="{CODE}"' in after
    assert re.search(rf'<span [^>]*lang="{CODE}">{NAME}</span>', after)
    assert "Tuplausnoppa" in after
    assert "A double cannot be taken back." in after, "what is missing is English"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["da", CODE])
def test_every_language_is_called_by_its_own_name(client, finnish, language):
    client.cookies["language"] = language
    shown = page(client, "/rules/danish/")
    for code, name in (*product.LANGUAGES, (CODE, NAME)):
        assert f'lang="{code}"' in shown
        assert f">{name}</button>" in shown


@pytest.mark.django_db
def test_a_browser_that_asks_for_it_gets_it(client, finnish):
    shown = page(client, "/rules/danish/", **{"accept-language": f"{CODE},en;q=0.5"})
    assert f'<html lang="{CODE}"' in shown
    assert 'href="/rules/danish/" aria-current="page"' in shown


@pytest.mark.django_db
def test_names_are_in_its_order(client, finnish):
    create_players([NewPlayer(f"Aino {name}") for name in BY_NAME])
    client.cookies["language"] = CODE
    shown = page(client, "/players/")
    found = [shown.index(f"Aino {name}") for name in BY_NAME]
    assert found == sorted(found)
    client.cookies["language"] = "en"
    shown = page(client, "/players/")
    assert shown.index("Aino Zetterberg") > shown.index("Aino Öhman")


def test_what_people_type_in_it_is_read(finnish):
    (row,) = read_list("Pelaaja;Club\nÖhman, Aino;Turku", known=(), entered=())
    assert (row.name, row.club) == ("Aino Öhman", "Turku")
    assert as_written("6/ulos") == "6/off"
    assert "vastaan" in in_languages(BETWEEN_NAMES, languages())
    assert usual_currency(CODE) == "ISK"


@pytest.mark.django_db
def test_score_sheets_are_printed_in_it(finnish):
    needs_the_press()
    ada = builders.signed_in(builders.director())
    form = page(ada, "/desk/new/?template=club-swiss")
    assert re.search(rf'<option value="{CODE}">\s*{NAME}</option>', form)
    sent = {
        **{"name": "Peli-ilta", "date": "2026-11-20", "format": "swiss"},
        **{"match_length": 7, "rounds": 3, "language": CODE},
    }
    assert ada.post("/desk/new/", sent).status_code == 302
    tournament = builders.Tournament.objects.get()
    assert tournament.language == CODE
    builders.entered(tournament, 4)
    published = builders.published_round(tournament)
    printout = documents_services.prepare("score-sheets", published)
    tasks.run_job(printout.job_id)
    printout.refresh_from_db()
    pdf = PdfReader(BytesIO(bytes(printout.content)))
    assert pdf.trailer["/Root"]["/Lang"] == CODE
    assert "Kierros 1/3" in pdf.pages[0].extract_text()


@pytest.mark.nightly
def test_it_needs_no_migration(catalogue, tmp_path):
    """Started anew with it in the settings, as the models are made only then."""
    with_it = (
        "from tests.settings import *\n"
        f"LANGUAGES = [*LANGUAGES, ({CODE!r}, {NAME!r})]\n"
        f"LOCALE_PATHS = [*LOCALE_PATHS, {str(catalogue)!r}]\n"
    )
    (tmp_path / "finnish_settings.py").write_text(with_it, encoding="utf-8")
    assert migrations("finnish_settings", tmp_path) == migrations(
        "tests.settings", tmp_path
    )


def migrations(module, folder):
    """What makemigrations would do, without the moment at which it was asked."""
    path = os.pathsep.join((str(ROOT), str(folder)))
    done = subprocess.run(
        [sys.executable, "-m", "django", "makemigrations", "--dry-run", "-v", "3"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": module, "PYTHONPATH": path},
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return re.sub(r"(?m)^# .*\n", "", done.stdout)


def needs_the_press():
    try:
        documents_pdf.engine()
    except RuleError as error:
        assert error.refusal is PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")
