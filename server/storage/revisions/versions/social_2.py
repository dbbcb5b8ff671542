"""Chat, access and history as the scripts of `social_schema` leave them."""

revision, down_revision, branch_labels = "social_2", None, ("social",)


def upgrade() -> None:
    """Nothing to do: the scripts made these tables."""
