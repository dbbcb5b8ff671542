"""`python -m netgame`: files and positions on the command line. The one package of netgame with input and output."""
