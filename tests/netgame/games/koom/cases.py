"""Facts about Koom Valley Thud for the tests that all games share."""

from tests.netgame.games.thud.cases import CASES as CASES
