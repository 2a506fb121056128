"""Names stand where readers of each language look for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.players.alphabet import alphabetical, first_letter

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
def test_order(language: str, order: str) -> None:
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
def test_letter(name: str, language: str, letter: str) -> None:
    assert first_letter(name, language) == letter


@given(st.text(max_size=20), st.sampled_from(["da", "nb", "sv", "nl", "en", "xx"]))
def test_any_text_has_a_place(text: str, language: str) -> None:
    assert isinstance(alphabetical(text, language), str)
    assert len(first_letter(text, language)) <= max(3, len(text))
