"""States of tables, so that a long one opens without replaying its log."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "table_states",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_table_states_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_table_states"),
    )
