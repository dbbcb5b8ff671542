"""The controllers of the table page: they connect it with matches, records, pictures and menus."""
