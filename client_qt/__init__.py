"""The desktop client: PySide6 widgets, with trio as a guest in Qt's event loop."""
