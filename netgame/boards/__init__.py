"""Boards: cells with names and positions, and the bitboard arithmetic that games share."""
