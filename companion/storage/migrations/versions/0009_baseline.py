"""All tables as releases 0.15.0 and 0.15.1 have them: what those wrote is at this revision already."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = None


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
        "documents",
        sa.Column("id", sa.String(43), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), server_default="build", nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.Column("deleted", sa.String(32), nullable=True),
        sa.Column("archived", sa.String(32), nullable=True),
        sa.Column("tags", sa.Text(), server_default="[]", nullable=False),
        sa.Column("shelved", sa.String(32), nullable=True),
        sa.Column("versions", sa.Integer(), server_default="0", nullable=False),
        sa.Column("bytes", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
    )
    op.create_index("ix_documents_owner", "documents", ["owner"])
    op.create_table(
        "links",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("view", sa.Integer(), server_default="0", nullable=False),
        sa.Column("edit", sa.Integer(), server_default="0", nullable=False),
        sa.Column("open", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("document_id", name="pk_links"),
    )
    op.create_table(
        "owners",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("belongings", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("key_made", sa.String(32), nullable=True),
        sa.Column("renewals", sa.Integer(), server_default="0", nullable=False),
        sa.Column("joined", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_owners"),
        sa.UniqueConstraint("key", name="uq_owners_key"),
    )
    op.create_index("ix_owners_joined", "owners", ["joined"])
    op.create_table(
        "request_counts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_request_counts"),
    )
    op.create_index("ix_request_counts_expires", "request_counts", ["expires"])
    op.create_table(
        "table_links",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("renewals", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("document_id", "kind", name="pk_table_links"),
    )
    op.create_table(
        "picture_names",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_picture_names_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", "hash", name="pk_picture_names"),
    )
    op.create_index("ix_picture_names_hash", "picture_names", ["hash"])
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
    op.create_table(
        "table_events",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("sitter", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_table_events_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_table_events"),
        sa.UniqueConstraint("document_id", "key", name="uq_table_events_document_id"),
    )
    op.create_index("ix_table_events_sitter", "table_events", ["sitter"])
    op.create_table(
        "table_states",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_table_states_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_table_states"),
    )
    op.create_table(
        "tables",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("seeds", sa.Text(), nullable=False),
        sa.Column("ended", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rewritten", sa.Integer(), server_default="0", nullable=False),
        sa.Column("code", sa.String(6), nullable=True),
        sa.Column("code_expires", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_tables_document_id"),
        sa.PrimaryKeyConstraint("document_id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_table(
        "versions",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("saved", sa.String(32), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("shared", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_versions_document_id"),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_versions"),
    )
