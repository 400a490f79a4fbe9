"""Mergers of people that can be undone, and a note of a match.

What was tallied of matches that kept brisques aside is counted otherwise now: it goes, and is made again from their
logs by the first page that wants it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


ASIDE = """
    DELETE FROM tally WHERE match_id IN (
        SELECT id FROM match
        WHERE CAST(house_rules AS TEXT) LIKE '%match-end%' OR CAST(house_rules AS TEXT) LIKE '%save-rubicon%'
    )
"""


def upgrade() -> None:
    op.execute(sa.text(ASIDE))
    op.add_column("match", sa.Column("note", sa.String(), server_default="", nullable=False))
    op.create_table(
        "merger",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("played_at", MOMENT, nullable=False),
        sa.Column("hidden_at", MOMENT, nullable=True),
        sa.Column("merged_at", MOMENT, nullable=False),
        sa.Column("within", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_merger_player_id_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_merger"),
    )
    op.create_index("ix_merger_player_id", "merger", ["player_id"])
    with op.batch_alter_table("match_player") as people:
        people.add_column(sa.Column("merger_id", sa.Integer(), nullable=True))
        people.create_foreign_key(
            "fk_match_player_merger_id_merger", "merger", ["merger_id"], ["id"], ondelete="SET NULL"
        )
        people.create_index("ix_match_player_merger_id", ["merger_id"])


def downgrade() -> None:
    with op.batch_alter_table("match_player") as people:
        people.drop_index("ix_match_player_merger_id")
        people.drop_constraint("fk_match_player_merger_id_merger", type_="foreignkey")
        people.drop_column("merger_id")
    op.drop_table("merger")
    with op.batch_alter_table("match") as match:
        match.drop_column("note")
