"""Owners: what a browser has besides documents, and its key. Public pictures: names that others may fetch."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "owners",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("belongings", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("key_made", sa.String(32), nullable=True),
        sa.Column("renewals", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("joined", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_owners"),
        sa.UniqueConstraint("key", name="uq_owners_key"),
    )
    op.create_index("ix_owners_joined", "owners", ["joined"])
    op.create_table(
        "public_pictures",
        sa.Column("name", sa.String(43), nullable=False),
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_public_pictures_document_id"),
        sa.PrimaryKeyConstraint("name", name="pk_public_pictures"),
    )
    op.create_index("ix_public_pictures_document_id", "public_pictures", ["document_id"])
