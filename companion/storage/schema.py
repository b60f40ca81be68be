"""The tables: documents, and every version of each."""

from sqlalchemy import ForeignKey, Integer, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables; constraints have stable names, so that migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class DocumentRow(Base):
    """A document: whose it is, its kind (build, pack, collection), which version is current. Times: UTC, ISO 8601."""

    __tablename__ = "documents"

    id: Mapped[str] = mapped_column(String(43), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64), index=True)
    game: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(20), server_default="build")
    title: Mapped[str] = mapped_column(String(200))
    current: Mapped[int] = mapped_column(Integer)
    changed: Mapped[str] = mapped_column(String(32))
    deleted: Mapped[str | None] = mapped_column(String(32))


class VersionRow(Base):
    """One version of a document; never changed once written."""

    __tablename__ = "versions"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    saved: Mapped[str] = mapped_column(String(32))
    data: Mapped[str] = mapped_column(Text)
