"""The pages of the main window and their dialogs."""
