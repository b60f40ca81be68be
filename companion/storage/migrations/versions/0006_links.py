"""Links that can be taken back, tags, the archive, the shelf of packs, and which versions others rely on.

Documents of before are open: their own addresses were links, and go on showing them until their owners renew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("document_id", sa.String(43), nullable=False),
        sa.Column("view", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("edit", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("open", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("document_id", name="pk_links"),
    )
    op.execute("INSERT INTO links (document_id, open) SELECT id, 1 FROM documents")
    op.add_column("documents", sa.Column("archived", sa.String(32), nullable=True))
    op.add_column("documents", sa.Column("tags", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("documents", sa.Column("shelved", sa.String(32), nullable=True))
    op.add_column("versions", sa.Column("shared", sa.Integer(), nullable=False, server_default="0"))
