"""How many versions each document has and how many bytes they take, so that a save can ask what its owner has."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_SIZE = {"sqlite": "length(CAST(data AS BLOB))"}


def upgrade() -> None:
    op.add_column("documents", sa.Column("versions", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("documents", sa.Column("bytes", sa.BigInteger(), nullable=False, server_default="0"))
    size = _SIZE.get(op.get_bind().dialect.name, "octet_length(data)")
    own = "FROM versions WHERE versions.document_id = documents.id"
    total = f"SELECT coalesce(sum({size}), 0) {own}"
    op.execute(f"UPDATE documents SET versions = (SELECT count(*) {own}), bytes = ({total})")
