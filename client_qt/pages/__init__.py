"""Pages of the main window, each with its controller."""
