"""The board widget: painting, input, accessibility and export of boards."""
