"""Tables: decide, commit and publish what happens in a match."""
