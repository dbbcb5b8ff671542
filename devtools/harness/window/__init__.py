"""Clients with a window, and whoever clicks and types in them."""
