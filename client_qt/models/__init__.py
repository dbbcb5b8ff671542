"""What windows show, as objects that say when they change: tables, lists, words."""
