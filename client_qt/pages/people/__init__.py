"""Players of a server: a search, friends, and opponents of the last weeks."""
