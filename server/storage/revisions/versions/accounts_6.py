"""The accounts of 1.0.0."""

revision, down_revision, branch_labels = "accounts_6", None, ("accounts",)
