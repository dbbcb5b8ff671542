"""Chat, access and history of 1.0.0."""

revision, down_revision, branch_labels = "social_2", None, ("social",)
