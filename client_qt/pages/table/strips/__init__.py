"""The parts around the board: players, hint line, result, dice, banners, cards."""
