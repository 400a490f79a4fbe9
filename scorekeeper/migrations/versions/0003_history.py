"""Deleting with a way back, changes of a running match, statistics, and indexes for the history."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

#: As in the other revisions; a copied moment must read like the one it is copied from.
MOMENT = sa.DateTime(timezone=True)
BY_OPENING = {
    "ix_match_opened_at_id": ["opened_at", "id"],
    "ix_match_state_opened_at_id": ["state", "opened_at", "id"],
    "ix_match_variant_opened_at_id": ["variant", "opened_at", "id"],
    "ix_match_state_variant_opened_at_id": ["state", "variant", "opened_at", "id"],
}
DELETED = sa.text("deleted_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("match", sa.Column("deleted_at", MOMENT, nullable=True))
    op.add_column("player", sa.Column("hidden_at", MOMENT, nullable=True))
    for name, columns in BY_OPENING.items():
        op.create_index(name, "match", columns)
    op.create_index("ix_match_deleted_at", "match", ["deleted_at"], sqlite_where=DELETED, postgresql_where=DELETED)

    op.add_column("match_player", sa.Column("opened_at", MOMENT, nullable=True))
    op.execute(
        "UPDATE match_player SET opened_at = (SELECT opened_at FROM match WHERE match.id = match_player.match_id)"
    )
    with op.batch_alter_table("match_player") as people:
        people.alter_column("opened_at", existing_type=MOMENT, nullable=False)
        people.drop_index("ix_match_player_player_id")
        people.create_index("ix_match_player_player_id_opened_at", ["player_id", "opened_at", "match_id"])

    op.create_table(
        "tally",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("best", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_tally_match_id_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", "what", name="pk_tally"),
    )
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("holder_id", sa.Integer(), nullable=True),
        sa.Column("what", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_change_match_id_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_change"),
    )
    op.create_index("ix_change_match_id", "change", ["match_id"])


def downgrade() -> None:
    op.drop_table("change")
    op.drop_table("tally")
    with op.batch_alter_table("match_player") as people:
        people.drop_index("ix_match_player_player_id_opened_at")
        people.create_index("ix_match_player_player_id", ["player_id"])
        people.drop_column("opened_at")
    for name in (*BY_OPENING, "ix_match_deleted_at"):
        op.drop_index(name, "match")
    with op.batch_alter_table("player") as player:
        player.drop_column("hidden_at")
    with op.batch_alter_table("match") as match:
        match.drop_column("deleted_at")
