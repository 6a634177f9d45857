"""When there was no server: clocks of tables that nobody came back to in between stood still each time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "gaps",
        sa.Column("server", sa.String(40), primary_key=True),
        sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("gaps")
