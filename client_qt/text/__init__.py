"""Texts that people read: translation, locale formats, sentences about matches."""
