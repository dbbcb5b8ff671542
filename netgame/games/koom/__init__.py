"""Koom Valley Thud."""
