"""Keys to a match, the browsers that hold them, and who wrote a line."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NOTIFY = """
CREATE OR REPLACE FUNCTION scorekeeper_match_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('scorekeeper', NEW.slug || ':' || NEW.version);
  RETURN NULL;
END $$
"""


def upgrade() -> None:
    op.add_column("match", sa.Column("hosted", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("match", sa.Column("scorers_mend", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("line", sa.Column("holder_id", sa.Integer(), nullable=True))

    op.create_table(
        "access",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("right", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("pin", sa.String(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_access_match_id_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_access"),
        sa.UniqueConstraint("secret", name="uq_access_secret"),
        sa.UniqueConstraint("pin", name="uq_access_pin"),
    )
    op.create_index("ix_access_match_id", "access", ["match_id"])

    op.create_table(
        "holder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_holder_match_id_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_holder_access_id_access"),
        sa.PrimaryKeyConstraint("id", name="pk_holder"),
        sa.UniqueConstraint("match_id", "phone", name="uq_holder_match_id_phone"),
    )
    op.create_index("ix_holder_phone", "holder", ["phone"])
    op.create_index("ix_holder_access_id", "holder", ["access_id"])

    if op.get_bind().dialect.name == "postgresql":  # SQLite's own data_version says as much
        op.execute(NOTIFY)
        op.execute(
            "CREATE TRIGGER match_changed AFTER UPDATE OF version ON match "
            "FOR EACH ROW EXECUTE FUNCTION scorekeeper_match_changed()"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER match_changed ON match")
        op.execute("DROP FUNCTION scorekeeper_match_changed()")
    op.drop_table("holder")
    op.drop_table("access")
    with op.batch_alter_table("line") as line:
        line.drop_column("holder_id")
    with op.batch_alter_table("match") as match:
        match.drop_column("scorers_mend")
        match.drop_column("hosted")
