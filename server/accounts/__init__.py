"""Accounts: sign-in, names, moderation and ratings."""
