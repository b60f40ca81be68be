"""Cards' own pictures, and which versions name them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "card_pictures",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("wide", sa.Integer(), nullable=False),
        sa.Column("high", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_card_pictures"),
    )
    op.create_table(
        "picture_names",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_picture_names_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", "hash", name="pk_picture_names"),
    )
    op.create_index("ix_picture_names_hash", "picture_names", ["hash"])
