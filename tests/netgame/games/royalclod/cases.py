"""Facts about RoyalClod for the tests that all games share."""

from tests.netgame.games.clod.cases import CASES as CASES
