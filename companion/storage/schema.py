"""The database tables: documents with versions and links, tables of players, owners, pictures, counts."""

from sqlalchemy import (
    BigInteger,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
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
    """A document: its owner, its kind (build, pack, table), its current version. Times: UTC, ISO 8601."""

    __tablename__ = "documents"

    id: Mapped[str] = mapped_column(String(43), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64), index=True)
    game: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(20), server_default="build")
    title: Mapped[str] = mapped_column(String(200))
    current: Mapped[int] = mapped_column(Integer)
    changed: Mapped[str] = mapped_column(String(32))
    deleted: Mapped[str | None] = mapped_column(String(32))
    archived: Mapped[str | None] = mapped_column(String(32))
    """When it was archived; lists leave out archived documents unless asked for them."""
    tags: Mapped[str] = mapped_column(Text, server_default="[]")
    """JSON: the owner's tags."""
    shelved: Mapped[str | None] = mapped_column(String(32))
    """When its owner put it on the shelf of packs, which everybody sees."""
    versions: Mapped[int] = mapped_column(Integer, server_default="0")
    bytes: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """Bytes of all versions and of a table's events; like `versions`, their number, counted again when restored."""


class VersionRow(Base):
    """One version of a document; never changed once written."""

    __tablename__ = "versions"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    saved: Mapped[str] = mapped_column(String(32))
    data: Mapped[str] = mapped_column(Text)
    shared: Mapped[int] = mapped_column(Integer, server_default="0")
    """1 if a link to it was handed out: somebody else may rely on it, so that it is not thinned out."""


class LinkRow(Base):
    """How often the links to a document were renewed; the row stays when the document is removed for good.

    So a restored backup cannot make a withdrawn link valid again. A document without a row has no links.
    """

    __tablename__ = "links"

    document_id: Mapped[str] = mapped_column(String(43), primary_key=True)
    view: Mapped[int] = mapped_column(Integer, server_default="0")
    """The generation of its view link; 0 while none was handed out."""
    edit: Mapped[int] = mapped_column(Integer, server_default="0")
    """The generation of its edit link."""
    open: Mapped[int] = mapped_column(Integer, server_default="0")
    """1 where its own address shows it to everybody, until its owner renews; nothing sets it any more."""


class TableRow(Base):
    """The secrets of a table: the seeds of its dice, and the code to join by; its setup is its document."""

    __tablename__ = "tables"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    seeds: Mapped[str] = mapped_column(Text)
    """JSON: the seeds in hex, in the order in which they came into use, the one in use last."""
    ended: Mapped[int] = mapped_column(Integer, server_default="0")
    """The number of the event that ended it; 0 while it goes on."""
    rewritten: Mapped[int] = mapped_column(Integer, server_default="0")
    """How often stored events were changed, because somebody's name was deleted; cached states are then out of date."""
    code: Mapped[str | None] = mapped_column(String(6), unique=True)
    code_expires: Mapped[float | None] = mapped_column(Double)
    """Seconds since 1970, UTC; no backup has codes."""


class TableEventRow(Base):
    """An event of a table; never changed, except for the name of a player who deletes everything."""

    __tablename__ = "table_events"
    __table_args__ = (UniqueConstraint("document_id", "key"),)

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    data: Mapped[str] = mapped_column(Text)
    key: Mapped[str | None] = mapped_column(String(64))
    """A key that the phone made for the act that begins with this event: an act sent twice counts once."""
    sitter: Mapped[str | None] = mapped_column(String(64), index=True)
    """The owner who sat down by this event; no page shows it."""


class TableStateRow(Base):
    """The state of a table's game after an event, so that a long table opens without replaying its log.

    Only the newest few of each table are stored. They follow from the events, and do not count in the owner's quota.
    """

    __tablename__ = "table_states"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    data: Mapped[str] = mapped_column(Text)


class TableLinkRow(Base):
    """How often a link to a table was renewed; the row stays when the table is removed for good."""

    __tablename__ = "table_links"

    document_id: Mapped[str] = mapped_column(String(43), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    renewals: Mapped[int] = mapped_column(Integer, server_default="0")


class OwnerRow(Base):
    """An owner's settings, and the key that makes another browser the same owner.

    Owners that never saved a setting nor made a key have no row.
    """

    __tablename__ = "owners"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    belongings: Mapped[str] = mapped_column(Text)
    """JSON, as `storage.owners` describes it."""
    key: Mapped[str | None] = mapped_column(String(64), unique=True)
    """The SHA-256 of the key's words, in hex; the words themselves are not stored."""
    key_made: Mapped[str | None] = mapped_column(String(32))
    renewals: Mapped[int] = mapped_column(Integer, server_default="0")
    """How often the key was renewed or cookies were ended; a cookie with a lower number is not valid."""
    joined: Mapped[str | None] = mapped_column(String(64), index=True)
    """The owner that this one became, when its browser entered that one's key."""


class PublicPictureRow(Base):
    """A public name, which nobody can guess, of the pictures of one version of a build."""

    __tablename__ = "public_pictures"

    name: Mapped[str] = mapped_column(String(43), primary_key=True)
    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), index=True)
    number: Mapped[int] = mapped_column(Integer)
    asked: Mapped[str] = mapped_column(Text)
    """JSON: the query of the export, without the build."""
    made: Mapped[str] = mapped_column(String(32))


class CardPictureRow(Base):
    """A custom picture of a card, stored once for all documents that name it."""

    __tablename__ = "card_pictures"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The SHA-256 of its bytes, in hex."""
    wide: Mapped[int] = mapped_column(Integer)
    high: Mapped[int] = mapped_column(Integer)
    size: Mapped[int] = mapped_column(Integer)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class PictureNameRow(Base):
    """The name of a picture in a version, or with number 0 in a table's events; the picture may not be stored."""

    __tablename__ = "picture_names"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    hash: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)


class RequestCountRow(Base):
    """How many requests one visitor or one network has made; no part of backups, and deleted once it expires."""

    __tablename__ = "request_counts"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The SHA-256 of the visitor or network and the limited action, in hex."""
    number: Mapped[int] = mapped_column(Integer)
    expires: Mapped[float] = mapped_column(Double, index=True)
    """Seconds since 1970, UTC."""
