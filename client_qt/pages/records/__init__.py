"""Records of a folder."""
