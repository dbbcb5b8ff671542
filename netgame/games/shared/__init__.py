"""What two games have in common."""
