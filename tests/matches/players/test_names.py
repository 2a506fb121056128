"""Names and codes of players: read, sorted, compared."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.players import codes
from matches.players.alphabet import alphabetical, first_letter
from matches.players.codes import ALPHABET, new_code, new_codes
from matches.players.names import (
    fold,
    fold_words,
    is_found,
    read_club,
    read_name,
    sort_name,
    spelled_alike,
    tidy,
)
from matches.rules import RuleError
from matches.rules.errors import CLUB_TOO_LONG, NAME_TOO_LONG, NO_NAME, UNREADABLE_TEXT
from tests.refusals import raises
from tests.uniformity import LEAST, tail

TEXTS = st.text(st.characters(exclude_categories=())) | st.text(
    "aAåÅøæß ,.'’-\u200b\u200c\u0301\ufeff\u3164وλИか\t"
)


@pytest.mark.parametrize(
    ("typed", "name", "sorted_as"),
    [
        ("Ole Berg", "Ole Berg", "Berg, Ole"),
        ("Berg, Ole", "Ole Berg", "Berg, Ole"),
        ("  Berg ,Ole  ", "Ole Berg", "Berg, Ole"),
        ("Berg,", "Berg", "Berg"),
        ("Jan van den Berg", "Jan van den Berg", "Berg, Jan van den"),
        ("Berg, Jan van den", "Jan van den Berg", "Berg, Jan van den"),
        ("van den Berg, Jan", "Jan van den Berg", "Berg, Jan van den"),
        ("de Vries, Ans", "Ans de Vries", "Vries, Ans de"),
        ("Ko in 't Veld", "Ko in 't Veld", "Veld, Ko in 't"),
        ("Kees ten Have", "Kees ten Have", "Have, Kees ten"),
        ("van den Berg", "van den Berg", "Berg, van den"),
        ("de, Vries", "Vries de", "de, Vries"),
        ("Lund Hansen, Lise", "Lise Lund Hansen", "Lund Hansen, Lise"),
        ("Lise Lund Hansen", "Lise Lund Hansen", "Hansen, Lise Lund"),
        ("Ole Berg Jr.", "Ole Berg Jr.", "Berg Jr., Ole"),
        ("Ole Berg, Jr.", "Ole Berg Jr.", "Berg Jr., Ole"),
        ("Ole III", "Ole III", "Ole III"),
        ("Åse", "Åse", "Åse"),
        ("Ole\u00a0\u2003Berg", "Ole Berg", "Berg, Ole"),
        ("\ufeffOle\u200b Berg\u2060", "Ole Berg", "Berg, Ole"),
        ("Bjo\u0308rn Ek", "Bj\u00f6rn Ek", "Ek, Bj\u00f6rn"),
        ("Иван Петров", "Иван Петров", "Иван Петров"),
        ("Петров, Иван", "Иван Петров", "Петров, Иван"),
        ("李 明", "李 明", "李 明"),
        ("علی\u200cرضا نادری", "علی\u200cرضا نادری", "علی\u200cرضا نادری"),
        ("X Æ A-12", "X Æ A-12", "A-12, X Æ"),
        ("Ole\u3164Berg", "Ole Berg", "Berg, Ole"),
    ],
)
def test_names_as_spoken_and_as_listed(typed, name, sorted_as):
    assert read_name(typed) == name
    assert sort_name(typed) == sorted_as


def test_a_joiner_stays_only_where_it_joins():
    assert tidy("\u200cO\u200cle\u200d") == "Ole"
    assert tidy("क्\u200dष") == "क्\u200dष"
    assert tidy("نادری\u200c") == "نادری"


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", NO_NAME),
        (" , ", NO_NAME),
        ("1688", NO_NAME),
        ("\u3164\u200b", NO_NAME),
        ("😀", NO_NAME),
        ("a" * 81, NAME_TOO_LONG),
        ("Ole\x07Berg", UNREADABLE_TEXT),
        ("Ole\nBerg", UNREADABLE_TEXT),
        ("Ole\x00", UNREADABLE_TEXT),
        ("Bj\ufffdrn", UNREADABLE_TEXT),
        ("Ole\udcff", UNREADABLE_TEXT),
        ("Ole\ufffe", UNREADABLE_TEXT),
        ("Bj\x9arn", UNREADABLE_TEXT),
    ],
)
def test_what_is_no_name(typed, error):
    with pytest.raises(RuleError) as refused:
        read_name(typed)
    assert refused.value.refusal is error
    assert str(refused.value).encode()


def test_a_name_may_have_80_characters():
    assert len(read_name(f"{'ø' * 39} {'å' * 40}")) == 80
    assert len(read_name("o\u0308" * 80)) == 80


def test_what_is_unreadable_is_named():
    with raises(UNREADABLE_TEXT) as refused:
        read_name("Ole\x1bBerg")
    assert refused.value.params == {"code": "U+001B"}


def test_clubs():
    assert read_club("  Køge  BK ") == "Køge BK"
    assert read_club("") == ""
    with raises(CLUB_TOO_LONG):
        read_club("K" * 81)
    with raises(UNREADABLE_TEXT):
        read_club("K\x08")


@pytest.mark.parametrize(
    "spellings",
    [
        ("Ole Berg", "OLE BERG", "Berg, Ole", "berg ole", " ole  berg.", "Ole-Berg"),
        ("Åse Ågård", "Aase Aagaard", "Ase Agard", "ÅSE ÅGÅRD"),
        ("Søren Møller", "Soren Moller", "Sören Möller"),
        ("Pål Bæk", "Paal Baek", "PÅL BÆK"),
        ("Jan Weiß", "Jan Weiss"),
        ("Łukasz Żak", "Lukasz Zak"),
        ("Đorđe", "Dorde"),
        ("O'Neil", "O’Neil", "ONeil", "oneil"),
        ("Anne-Marie Holm", "Anne Marie Holm", "Anne–Marie Holm"),
        ("J.P. Hansen", "J P Hansen", "J. P. Hansen"),
        ("José Núñez", "Jose\u0301 Nun\u0303ez", "Jose Nunez"),
        ("İnci Işık", "inci isik"),
        ("Œuvrard", "Oeuvrard"),
        ("Ｏｌｅ Ｂｅｒｇ", "Ole Berg"),
        ("Αλέξης", "ΑΛΕΞΗΣ"),
        ("Фёдор Цой", "Федор Цои"),
        ("محمّد", "محمد"),
    ],
)
def test_spellings_of_one_name(spellings):
    assert len({fold(name) for name in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ole Berg", "Ole Borg"),
        ("Lars Lund", "Lars Lunde"),
        ("が", "か"),
        ("李 明", "李 白"),
        ("कमल", "कमला"),
        ("Ole Berg", "Oleberg"),
    ],
)
def test_names_of_two_people(one, other):
    assert fold(one) != fold(other)


def test_aa_and_a_are_one_only_next_to_a_ring():
    assert spelled_alike("Åse", "Aase")
    assert spelled_alike("Åse", "Ase")
    assert spelled_alike("Sara", "SARA")
    assert not spelled_alike("Sara", "Saara")


@given(TEXTS)
def test_any_text_is_read_or_refused(text):
    try:
        name = read_name(text)
    except RuleError as error:
        assert str(error).encode()
        return
    assert name == tidy(name) == unicodedata.normalize("NFC", name)
    assert 0 < len(name) <= 80
    name.encode()
    assert tidy(sort_name(text)) == sort_name(text)


@given(TEXTS)
def test_the_key_of_a_key_is_itself(text):
    assert fold(fold(text)) == fold(text)
    assert fold(text) == fold(" ".join(reversed(text.split())))
    assert bool(fold(text)) == bool(text.strip())


@given(TEXTS)
def test_case_and_form_do_not_count(text):
    decomposed = unicodedata.normalize("NFD", text)
    assert fold(decomposed) == fold(unicodedata.normalize("NFC", text))
    assert all(fold_words(text))


@given(st.lists(st.text("abcdeøåVWX", min_size=1, max_size=6), min_size=1, max_size=4))
def test_the_listed_form_names_the_same_person(words):
    name = " ".join(words)
    assert fold(sort_name(name)) == fold(name)
    assert fold(read_name(sort_name(name))) == fold(name)
    assert sort_name(sort_name(name)) == sort_name(name)


@pytest.mark.parametrize(
    ("search", "name"),
    [
        ("overli", "Dagny Øverli"),
        ("akerblad", "Frida Åkerblad"),
        ("Aakerblad", "Frida Åkerblad"),
        ("aeroskov", "Iver Ærøskov"),
        ("BERG, jan", "Jan van den Berg"),
        ("åkerb", "Frida Aakerblad"),
        ("", "Bo Ek"),
    ],
)
def test_a_name_is_found_without_its_letters(search, name):
    assert is_found(search, name)


def test_every_word_is_looked_for_in_name_and_club():
    assert is_found("køge falk", "Bo Falk", "Køge BK")
    assert not is_found("falk oslo", "Bo Falk", "Køge BK")


NAMES = ["Zorn", "Åberg", "Ærø", "Øst", "Aaby", "Adler", "Öst", "Ärling"]


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("da", "Adler Zorn Ärling Ærø Öst Øst Åberg Aaby"),
        ("nb", "Aaby Adler Zorn Ärling Ærø Öst Øst Åberg"),
        ("sv", "Aaby Adler Zorn Åberg Ärling Ærø Öst Øst"),
        ("nl", "Aaby Åberg Adler Ærø Ärling Öst Øst Zorn"),
        ("en", "Aaby Åberg Adler Ærø Ärling Öst Øst Zorn"),
    ],
)
def test_order(language, order):
    found = sorted(sorted(NAMES), key=lambda name: alphabetical(name, language))
    assert " ".join(found) == order


@pytest.mark.parametrize(
    ("name", "language", "letter"),
    [
        ("Ærø", "da", "Æ"),
        ("Aaby", "da", "Å"),
        ("Aaby", "nb", "A"),
        ("Åberg", "sv", "Å"),
        ("Åberg", "nl", "A"),
        ("Øst", "en", "O"),
        ("éclair", "da", "E"),
        ("山田", "da", "山"),
        ("", "sv", ""),
    ],
)
def test_letter(name, language, letter):
    assert first_letter(name, language) == letter


@given(st.text(max_size=20), st.sampled_from(["da", "nb", "sv", "nl", "en", "xx"]))
def test_any_text_has_a_place(text, language):
    assert isinstance(alphabetical(text, language), str)
    assert len(first_letter(text, language)) <= max(3, len(text))


def test_each_has_its_length_and_no_other_character():
    for length in (1, 6, 8, 10):
        made = new_codes(length, 500)
        assert len(made) == 500
        assert {len(one) for one in made} == {length}
        assert set("".join(made)) <= set(ALPHABET)
    assert new_codes(6, 0) == []
    assert len(new_code(8)) == 8


def test_no_character_is_likelier_than_another(monkeypatch):
    """Every byte once: 240 of them are characters, each eight times."""
    bytes_given = []

    def all_bytes(count):
        given = bytes(one % 256 for one in range(count))
        bytes_given.append(count)
        return given

    monkeypatch.setattr(codes.secrets, "token_bytes", all_bytes)
    assert Counter("".join(new_codes(255, 1))[:240]) == dict.fromkeys(ALPHABET, 8)
    assert bytes_given


def test_the_codes_of_the_system_are_evenly_spread():
    marks = Counter("".join(new_codes(10, 3_000)))
    fair = 30_000 / len(ALPHABET)
    square = sum((marks[mark] - fair) ** 2 / fair for mark in ALPHABET)
    assert tail(square, len(ALPHABET) - 1) > LEAST / 100


def test_bytes_that_are_left_out_are_asked_for_again(monkeypatch):
    given = [bytes([255] * 9), bytes(range(9))]
    monkeypatch.setattr(codes.secrets, "token_bytes", lambda _count: given.pop(0))
    assert new_codes(3, 2) == [ALPHABET[:3], ALPHABET[3:6]]
