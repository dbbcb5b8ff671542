"""RoyalClod."""
