"""`./run bench proof`: its statistics are right, and it has the figures of every game that it names."""

import pytest

from devtools.bench.proof import GAMES_OF, fairness, sizes, upper_gamma


@pytest.mark.parametrize(
    ("freedom", "chi_square", "p"),
    [(1, 3.841, 0.05), (5, 11.070, 0.05), (5, 1.145, 0.95), (20, 37.566, 0.01), (35, 57.342, 0.01), (35, 22.465, 0.95)],
)
def test_p_is_that_of_the_tables(freedom: int, chi_square: float, p: float) -> None:
    assert upper_gamma(freedom / 2, chi_square / 2) == pytest.approx(p, rel=0.002)


def test_no_deviation_is_always_likely() -> None:
    assert upper_gamma(2.5, 0) == 1


@pytest.mark.slow
def test_a_sample_of_rolls_is_fair() -> None:
    found = list(fairness(20_000, seed=1))

    assert len(found) == 4
    assert all(figure.value > 0.001 for figure in found)  # the sample is always the same


@pytest.mark.slow
def test_signatures_have_their_price() -> None:
    found = list(sizes())

    assert len(found) == 5 * len(GAMES_OF)
    for plain, linked, signed in zip(found[::5], found[1::5], found[2::5], strict=True):
        assert plain.value <= linked.value < signed.value
