"""Notices for members whose program is closed, by mail and to a program of the operator."""
