"""Lots that a stranger can recompute, and that never change."""

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.pairing.lots import PAIR_PRIME, by_lot, lot, pair_factors


def test_documented_example():
    assert lot("night", "swiss:1:1", 7).hex()[:8] == "f742882a"
    assert lot("night", "swiss:1:1", 7) == sha256(b"night:swiss:1:1:7").digest()


def test_seed_in_any_script():
    assert lot("Würfel 六", "x", 1) == sha256("Würfel 六:x:1".encode()).digest()


def test_frozen_order():
    assert by_lot("night", "swiss:1:1", range(1, 9)) == [2, 8, 3, 4, 6, 1, 5, 7]
    factors = pair_factors("night", "swiss:1:pairs", [1, 2])
    assert factors == {1: 26857975217917, 2: 150582654583138}


@given(st.text(alphabet="abc:1", max_size=5), st.permutations(range(1, 12)))
def test_input_order_is_irrelevant(seed, numbers):
    assert by_lot(seed, "p", numbers) == by_lot(seed, "p", range(1, 12))


def test_everybody_is_first_equally_often():
    firsts = Counter(by_lot(str(seed), "p", range(4))[0] for seed in range(4000))
    assert all(900 < firsts[number] < 1100 for number in range(4))


def test_pair_prime_is_prime():
    assert pow(2, PAIR_PRIME - 1, PAIR_PRIME) == 1
    assert all(PAIR_PRIME % small for small in range(2, 1000))
