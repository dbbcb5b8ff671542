"""Tests of the computer players of the window."""
