"""The logs of 1.0.0 in a file."""

revision, down_revision, branch_labels = "games_4", None, ("games",)
