"""Tables that games are played at: their private values, their events, and the links to their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("seeds", sa.Text(), nullable=False),
        sa.Column("ended", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("rewritten", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("code", sa.String(6), nullable=True),
        sa.Column("code_expires", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_tables_document_id"),
        sa.PrimaryKeyConstraint("document_id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_table(
        "table_events",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("sitter", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_table_events_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_table_events"),
        sa.UniqueConstraint("document_id", "key", name="uq_table_events_document_id"),
    )
    op.create_index("ix_table_events_sitter", "table_events", ["sitter"])
    op.create_table(
        "table_links",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("renewals", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("document_id", "kind", name="pk_table_links"),
    )
