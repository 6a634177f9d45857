"""SQLite keeps the events in the order in which they came, with an index beside them.

Kept by table, the events of one commit went to as many pages as there were tables, and each page is written twice.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _rebuild(with_rowid=True)


def downgrade() -> None:
    _rebuild(with_rowid=False)


def _rebuild(with_rowid: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return  # PostgreSQL has always done so
    op.rename_table("events", "events_before")
    op.create_table(
        "events",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=with_rowid,
    )
    op.execute("INSERT INTO events SELECT code, seq, at, body FROM events_before ORDER BY code, seq")
    op.drop_table("events_before")
