"""Computer players in the window: engines that play at local tables, suggest a move, and analyse matches."""
