"""For each game with a compiled kernel: random positions, and what its kernel and its rules disagree about."""
