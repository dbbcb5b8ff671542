"""Durable storage of tables, accounts and chat."""
