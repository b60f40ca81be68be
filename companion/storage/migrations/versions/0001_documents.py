"""Documents and their versions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.String(43), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.Column("deleted", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
    )
    op.create_index("ix_documents_owner", "documents", ["owner"])
    op.create_table(
        "versions",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("saved", sa.String(32), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_versions_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_versions"),
    )
