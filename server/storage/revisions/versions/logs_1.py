"""The logs of 1.0.0 in PostgreSQL."""

revision, down_revision, branch_labels = "logs_1", None, ("logs",)
