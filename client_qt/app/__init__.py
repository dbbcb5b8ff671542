"""The application: start-up, main window, shutdown."""
