"""Tools of developers that make files of the program."""
