"""Glicko-2: the ratings of two players after a rated match.

A rating is three whole numbers: rating and deviation in hundredths, volatility in millionths. So logs carry no floats.
Computers differ in the last place of logarithms, so a number may be one more or less at another one. Each match is
its own rating period; time without a match widens the deviation. After Mark E. Glickman, "Example of the Glicko-2
system" (2022), whose example is a test.

Logs are checked against `rated`. To change it, add a function and a version of the match rules that uses it.
"""

import math
from collections.abc import Sequence

from netgame.match.events import Rating

START: Rating = (150_000, 35_000, 60_000)
TAU = 0.5  # how fast volatility changes
PROVISIONAL = 11_000  # a rating with a larger deviation is provisional
MOST_DEVIATION, LEAST_DEVIATION = 35_000, 3_000
DAYS_A_PERIOD = 7.0  # of time away
# far outside these limits Glicko-2 has no result
LIMITS = (range(400_001), range(LEAST_DEVIATION, MOST_DEVIATION + 1), range(1_000, 300_001))
_SCALE = 173.7178
_CLOSE = 1e-9


def rated(first: Rating, second: Rating, half_points: int) -> tuple[Rating, Rating]:
    """Return both ratings after a match; `half_points` are those of the first player: 2 won, 1 drawn, 0 lost."""
    if half_points not in (0, 1, 2):
        raise ValueError(f"a match gives 0, 1 or 2 half points, not {half_points}")
    after_first = after(first, [(second, half_points / 2)])
    after_second = after(second, [(first, 1 - half_points / 2)])
    return within_limits(after_first), within_limits(after_second)


def is_rating(rating: Rating) -> bool:
    """Return whether a match can begin with that rating."""
    return all(number in limit for number, limit in zip(rating, LIMITS, strict=True))


def is_same_rating(written: Rating, computed: Rating) -> bool:
    """Return whether a rating of a log is the one that this computer computes, as far as computers agree."""
    is_near = all(abs(one - other) <= 1 for one, other in zip(written, computed, strict=True))
    return is_near and (written == computed or is_rating(written))


def within_limits(rating: Rating) -> Rating:
    """Return the nearest rating with which a match can begin."""
    value, deviation, volatility = (
        min(max(number, limit[0]), limit[-1]) for number, limit in zip(rating, LIMITS, strict=True)
    )
    return value, deviation, volatility


def aged(rating: Rating, days: float) -> Rating:
    """Return the rating after that many days without a match: within its limits, and less certain."""
    value, deviation, volatility = within_limits(rating)
    periods = max(0.0, days) / DAYS_A_PERIOD
    phi = math.hypot(deviation / 100 / _SCALE, volatility / 1e6 * math.sqrt(periods))
    return value, min(max(deviation, round(phi * _SCALE * 100)), MOST_DEVIATION), volatility


def is_provisional(rating: Rating) -> bool:
    """Return whether the rating is still too uncertain to mean much."""
    return rating[1] > PROVISIONAL


def after(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return the rating after a period with these opponents (their ratings before it) and points from 0 to 1."""
    mu, phi, sigma = _scaled(own)
    information = gain = 0.0
    for opponent, points in games:
        mu_j, phi_j, _ = _scaled(opponent)
        weight = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - mu_j)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (points - expected)
    variance = 1 / information
    sigma = _volatility(phi, sigma, variance, variance * gain)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    value = round((_SCALE * (mu + phi**2 * gain) + 1500) * 100)
    deviation = min(max(round(_SCALE * phi * 100), LEAST_DEVIATION), MOST_DEVIATION)
    return value, deviation, round(sigma * 1e6)


def _scaled(rating: Rating) -> tuple[float, float, float]:
    value, deviation, volatility = rating
    return (value / 100 - 1500) / _SCALE, deviation / 100 / _SCALE, volatility / 1e6


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility. Step 5 of the paper: the root of f by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi**2 + variance + e
        return e * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * TAU) < 0:
            k += 1
        high = start - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
