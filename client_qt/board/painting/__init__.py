"""Painters of the board: background, areas, cells, marks."""
