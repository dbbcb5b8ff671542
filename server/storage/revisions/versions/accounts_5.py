"""The accounts as the scripts of `accounts_schema` leave them."""

revision, down_revision, branch_labels = "accounts_5", None, ("accounts",)


def upgrade() -> None:
    """Nothing to do: the scripts made these tables."""
