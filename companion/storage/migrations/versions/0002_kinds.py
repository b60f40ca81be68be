"""Documents of several kinds: builds, packs, collections."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("documents", sa.Column("kind", sa.String(20), nullable=False, server_default="build"))
