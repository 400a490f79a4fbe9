-- A database as revision 0001 left it: two matches, one closed, one a rematch with two deals.
-- Written once; never change it: what people have kept must be kept.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE deal (
	id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	dealer VARCHAR NOT NULL, 
	opened_at DATETIME NOT NULL, 
	request VARCHAR, 
	CONSTRAINT pk_deal PRIMARY KEY (id), 
	CONSTRAINT fk_deal_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT uq_deal_match_id_number UNIQUE (match_id, number), 
	CONSTRAINT uq_deal_request UNIQUE (request)
);
INSERT INTO "deal" VALUES(1,1,1,'B','2026-11-29 21:25:32.719749+00:00',NULL);
INSERT INTO "deal" VALUES(2,2,1,'A','2026-11-29 21:25:32.737181+00:00',NULL);
INSERT INTO "deal" VALUES(3,2,2,'B','2026-11-29 21:25:32.742442+00:00','d2');
CREATE TABLE line (
	id INTEGER NOT NULL, 
	deal_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	written_at DATETIME NOT NULL, 
	request VARCHAR, 
	CONSTRAINT pk_line PRIMARY KEY (id), 
	CONSTRAINT fk_line_deal_id_deal FOREIGN KEY(deal_id) REFERENCES deal (id) ON DELETE CASCADE, 
	CONSTRAINT uq_line_deal_id_number UNIQUE (deal_id, number), 
	CONSTRAINT uq_line_request UNIQUE (request)
);
INSERT INTO "line" VALUES(1,1,1,'turn-up 9C','2026-11-29 21:25:32.727854+00:00','r1');
INSERT INTO "line" VALUES(2,1,2,'trick A','2026-11-29 21:25:32.733561+00:00','r2');
INSERT INTO "line" VALUES(3,1,3,'A melds KH QH','2026-11-29 21:25:32.733561+00:00',NULL);
INSERT INTO "line" VALUES(4,1,4,'B last-trick','2026-11-29 21:25:32.735505+00:00','r3');
INSERT INTO "line" VALUES(5,1,5,'A brisques 9','2026-11-29 21:25:32.735505+00:00',NULL);
INSERT INTO "line" VALUES(6,1,6,'B adjusts 1000 Zoë’s gift 🎁','2026-11-29 21:25:32.735505+00:00',NULL);
INSERT INTO "line" VALUES(7,2,1,'turn-up 7H','2026-11-29 21:25:32.740921+00:00','r4');
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	request VARCHAR NOT NULL, 
	variant VARCHAR NOT NULL, 
	house_rules JSON NOT NULL, 
	target BIGINT, 
	hints BOOLEAN NOT NULL, 
	note_tricks BOOLEAN NOT NULL, 
	first_dealer VARCHAR NOT NULL, 
	rematch_of INTEGER, 
	opened_at DATETIME NOT NULL, 
	version INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	winner VARCHAR, 
	written_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT fk_match_rematch_of_match FOREIGN KEY(rematch_of) REFERENCES "match" (id) ON DELETE SET NULL, 
	CONSTRAINT uq_match_request UNIQUE (request), 
	CONSTRAINT uq_match_slug UNIQUE (slug)
);
INSERT INTO "match" VALUES(1,'first-match1','first','classic','{"brisques": "at-once"}',1000,0,1,'B',NULL,'2026-11-29 21:25:32.719749+00:00',4,'closed','B','2026-11-29 21:25:32.735505+00:00','2026-11-29 21:25:32.735505+00:00');
INSERT INTO "match" VALUES(2,'second-matc2','second','consultation','{}',2000,1,0,'A',1,'2026-11-29 21:25:32.737181+00:00',3,'open',NULL,'2026-11-29 21:25:32.742442+00:00',NULL);
CREATE TABLE match_player (
	match_id INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	place INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_match_player PRIMARY KEY (match_id, seat, place), 
	CONSTRAINT fk_match_player_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT fk_match_player_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_match_player_match_id_player_id UNIQUE (match_id, player_id)
);
INSERT INTO "match_player" VALUES(1,'A',0,1);
INSERT INTO "match_player" VALUES(1,'B',0,2);
INSERT INTO "match_player" VALUES(2,'A',0,1);
INSERT INTO "match_player" VALUES(2,'A',1,3);
INSERT INTO "match_player" VALUES(2,'B',0,2);
INSERT INTO "match_player" VALUES(2,'B',1,4);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	played_at DATETIME NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_name_key UNIQUE (name_key)
);
INSERT INTO "player" VALUES(1,'Ada','ada','2026-11-29 21:25:32.737181+00:00');
INSERT INTO "player" VALUES(2,'Ben','ben','2026-11-29 21:25:32.737181+00:00');
INSERT INTO "player" VALUES(3,'Cem','cem','2026-11-29 21:25:32.737181+00:00');
INSERT INTO "player" VALUES(4,'Dora','dora','2026-11-29 21:25:32.737181+00:00');
CREATE TABLE result (
	match_id INTEGER NOT NULL, 
	side VARCHAR NOT NULL, 
	total BIGINT NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (match_id, side), 
	CONSTRAINT fk_result_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "result" VALUES(1,'A',110);
INSERT INTO "result" VALUES(1,'B',1010);
INSERT INTO "result" VALUES(2,'A',10);
INSERT INTO "result" VALUES(2,'B',0);
CREATE INDEX ix_match_rematch_of ON "match" (rematch_of);
CREATE INDEX ix_match_state_id ON "match" (state, id);
CREATE INDEX ix_player_played_at ON player (played_at);
CREATE INDEX ix_match_player_player_id ON match_player (player_id);
COMMIT;
