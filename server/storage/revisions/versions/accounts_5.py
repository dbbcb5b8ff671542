"""The accounts of 1.0.0. Only files have them: that version knew no PostgreSQL."""

revision, down_revision, branch_labels = "accounts_5", None, ("accounts",)
