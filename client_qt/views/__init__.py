"""What windows are made of: the board and the small things round it. Views know no rules and no network."""
