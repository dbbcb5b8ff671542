"""Visible texts: translation, locale formats, sentences for values of the rules."""
