"""The tests of the project. They mirror its packages."""
