"""Thud."""
