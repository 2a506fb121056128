"""Random codes: their length, their characters, each as likely as any other."""

from collections import Counter

from matches.players import codes
from matches.players.codes import ALPHABET, new_code, new_codes
from tests.uniformity import LEAST, tail


def test_each_has_its_length_and_no_other_character() -> None:
    for length in (1, 6, 8, 10):
        made = new_codes(length, 500)
        assert len(made) == 500
        assert {len(one) for one in made} == {length}
        assert set("".join(made)) <= set(ALPHABET)
    assert new_codes(6, 0) == []
    assert len(new_code(8)) == 8


def test_no_character_is_likelier_than_another(monkeypatch) -> None:
    """Every byte once: 240 of them are characters, each eight times."""
    bytes_given: list[int] = []

    def all_bytes(count: int) -> bytes:
        given = bytes(one % 256 for one in range(count))
        bytes_given.append(count)
        return given

    monkeypatch.setattr(codes.secrets, "token_bytes", all_bytes)
    assert Counter("".join(new_codes(255, 1))[:240]) == dict.fromkeys(ALPHABET, 8)
    assert bytes_given


def test_the_codes_of_the_system_are_evenly_spread() -> None:
    marks = Counter("".join(new_codes(10, 3_000)))
    fair = 30_000 / len(ALPHABET)
    square = sum((marks[mark] - fair) ** 2 / fair for mark in ALPHABET)
    assert tail(square, len(ALPHABET) - 1) > LEAST / 100


def test_bytes_that_are_left_out_are_asked_for_again(monkeypatch) -> None:
    given = [bytes([255] * 9), bytes(range(9))]
    monkeypatch.setattr(codes.secrets, "token_bytes", lambda _count: given.pop(0))
    assert new_codes(3, 2) == [ALPHABET[:3], ALPHABET[3:6]]
