"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("house_rules", sa.JSON(), nullable=False),
        sa.Column("target", sa.BigInteger(), nullable=True),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("note_tricks", sa.Boolean(), nullable=False),
        sa.Column("first_dealer", sa.String(), nullable=False),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name="fk_match_rematch_of_match", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.UniqueConstraint("request", name="uq_match_request"),
        sa.UniqueConstraint("slug", name="uq_match_slug"),
    )
    op.create_index("ix_match_rematch_of", "match", ["rematch_of"])
    op.create_index("ix_match_state_id", "match", ["state", "id"])

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("name_key", name="uq_player_name_key"),
    )
    op.create_index("ix_player_played_at", "player", ["played_at"])

    op.create_table(
        "deal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.String(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_deal_match_id_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_deal"),
        sa.UniqueConstraint("match_id", "number", name="uq_deal_match_id_number"),
        sa.UniqueConstraint("request", name="uq_deal_request"),
    )
    op.create_table(
        "match_player",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_match_player_match_id_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_match_player_player_id_player"),
        sa.PrimaryKeyConstraint("match_id", "seat", "place", name="pk_match_player"),
        sa.UniqueConstraint("match_id", "player_id", name="uq_match_player_match_id_player_id"),
    )
    op.create_index("ix_match_player_player_id", "match_player", ["player_id"])

    op.create_table(
        "result",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_result_match_id_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "side", name="pk_result"),
    )
    op.create_table(
        "line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("deal_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["deal_id"], ["deal.id"], name="fk_line_deal_id_deal", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_line"),
        sa.UniqueConstraint("deal_id", "number", name="uq_line_deal_id_number"),
        sa.UniqueConstraint("request", name="uq_line_request"),
    )


def downgrade() -> None:
    for table in ("line", "result", "match_player", "deal", "player", "match"):
        op.drop_table(table)
