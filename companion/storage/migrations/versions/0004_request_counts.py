"""Counts of requests, which the processes of one server share for as long as a limit looks back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "request_counts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_request_counts"),
    )
    op.create_index("ix_request_counts_expires", "request_counts", ["expires"])
