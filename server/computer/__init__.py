"""`netgame-server computer`: a computer player that signs in at a server and plays there."""
