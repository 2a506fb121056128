"""`./run messages` brings a catalogue up to date and loses no translation."""

import os

import polib
import pytest

from tests import messages

HEADER = """msgid ""
msgstr ""
"Language: da\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


@pytest.fixture(autouse=True)
def gettext_is_there():
    if messages.missing_programs() and "CI" not in os.environ:
        pytest.skip("gettext is not installed (Debian package: gettext)")


def catalogue(*pairs):
    made = polib.pofile(HEADER, wrapwidth=0)
    for said, translated in pairs:
        made.append(polib.POEntry(msgid=said, msgstr=translated))
    return made


def template(*said):
    return catalogue(*((each, "") for each in said))


OLD = catalogue(
    ("Standings after the last round", "Stillingen efter sidste runde"),
    ("When the round is over enter the results.", "Indtast resultaterne til sidst."),
    ("Wall chart", "Vægplan"),
    ("Bye", "Oversidder"),
)


def test_a_changed_comma_keeps_the_translation_and_shows_what_was_said_before():
    now = template(
        "Standings after the last round",
        "When the round is over, enter the results.",
        "Wall chart",
        "Bye",
    )
    merged = messages.merge(OLD, now)
    (entry,) = merged.to_confirm
    assert entry.msgid == "When the round is over, enter the results."
    assert entry.previous_msgid == "When the round is over enter the results."
    assert entry.msgstr == "Indtast resultaterne til sidst."
    assert merged.to_translate == []


def test_new_messages_are_added_beside_their_neighbours_and_unused_ones_dropped():
    now = template(
        "Bye",
        "Qualification 7",
        "Standings after the last round",
        "When the round is over enter the results.",
    )
    merged = messages.merge(OLD, now)
    assert [entry.msgid for entry in merged.catalogue] == [
        "Standings after the last round",
        "When the round is over enter the results.",
        "Bye",
        "Qualification 7",
    ]
    assert [entry.msgid for entry in merged.to_translate] == ["Qualification 7"]
    assert merged.removed == 1


def test_comments_for_translators_come_from_the_source():
    now = template("Bye")
    now[0].comment = "Translators: a round without an opponent."
    (entry,) = messages.merge(OLD, now).catalogue
    assert entry.comment == "Translators: a round without an opponent."
    assert entry.msgstr == "Oversidder"


def test_merging_again_changes_nothing():
    long = "A sentence of more than eighty characters stays on one line in a catalogue."
    now = template("Bye", f"{long} {long}", "Wall chart")
    once = messages.merge(OLD, now).catalogue
    twice = messages.merge(once, now).catalogue
    assert str(once) == str(twice)
    assert f'msgid "{long} {long}"' in str(twice)
