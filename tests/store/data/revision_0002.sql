-- A database as revision 0002 left it: closed, open, abandoned and unhosted matches, keys and phones.
-- Written once; never change it: what people have kept must be kept.
BEGIN TRANSACTION;
CREATE TABLE access (
	id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	"right" VARCHAR NOT NULL, 
	seat VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	pin VARCHAR, 
	made_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	CONSTRAINT pk_access PRIMARY KEY (id), 
	CONSTRAINT fk_access_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT uq_access_secret UNIQUE (secret), 
	CONSTRAINT uq_access_pin UNIQUE (pin)
);
INSERT INTO "access" VALUES(1,1,'host','','ybE1ObsfV-UkNeRR807v1g',NULL,'2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "access" VALUES(2,1,'viewer','','T82iZDdt4YLKnzwwcWBBdw','HJPMJQ','2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "access" VALUES(3,1,'scorer','','fEcYKtDeTGaEHQi5tnse4g',NULL,'2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "access" VALUES(4,1,'scorer','A','WVSD5d2Cgg6b0pRhF4KpIg',NULL,'2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "access" VALUES(5,1,'scorer','B','Vdc0riDfSm7u1l71IJ0RLQ',NULL,'2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "access" VALUES(6,2,'host','','-rNO3VYUZ1g5AcTp0B9kyQ',NULL,'2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "access" VALUES(7,2,'viewer','','l4MLoNp53JE-pSlvc0dbOA','3U3DXM','2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "access" VALUES(8,2,'scorer','','gjYiDvsu2c9T61gi-iO51g',NULL,'2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "access" VALUES(9,2,'scorer','A','-eJ0mvVjZge8iEJELoHXKQ',NULL,'2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "access" VALUES(10,2,'scorer','B','oSPTp3Ix2JbJ_QbNznxfEQ',NULL,'2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "access" VALUES(11,3,'host','','K6BPaESCeJH_aj_UMOq2HA',NULL,'2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "access" VALUES(12,3,'viewer','','wtTa2W41RKfKYCEC5W-kBw','KYGRUY','2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "access" VALUES(13,3,'scorer','','N82FbxNyV2YdBJQzkLg1vw',NULL,'2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "access" VALUES(14,3,'scorer','A','JH79JvYT63dOxbIYwjyF4w',NULL,'2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "access" VALUES(15,3,'scorer','B','Y4KHtPfnuHrT8O9NymexLA',NULL,'2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "access" VALUES(16,3,'scorer','C','C847iukX1txOfQdG2ua3Wg',NULL,'2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "access" VALUES(17,3,'scorer','D','2FWKha3saULIbPnIOofmXg',NULL,'2026-12-01 02:52:29.290119+00:00',NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "deal" VALUES(1,1,1,'B','2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "deal" VALUES(2,1,2,'A','2026-12-01 02:52:29.204479+00:00','deal-00000001');
INSERT INTO "deal" VALUES(3,2,1,'B','2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "deal" VALUES(4,3,1,'B','2026-12-01 02:52:29.290119+00:00',NULL);
INSERT INTO "deal" VALUES(5,4,1,'B','2026-12-01 02:52:29.312010+00:00',NULL);
CREATE TABLE holder (
	id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	phone VARCHAR NOT NULL, 
	access_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	joined_at DATETIME NOT NULL, 
	seen_at DATETIME NOT NULL, 
	removed_at DATETIME, 
	CONSTRAINT pk_holder PRIMARY KEY (id), 
	CONSTRAINT fk_holder_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT fk_holder_access_id_access FOREIGN KEY(access_id) REFERENCES access (id), 
	CONSTRAINT uq_holder_match_id_phone UNIQUE (match_id, phone)
);
INSERT INTO "holder" VALUES(1,1,'phone-of-ada',1,'','2026-12-01 02:52:28.964705+00:00','2026-12-01 02:52:28.964705+00:00',NULL);
INSERT INTO "holder" VALUES(2,1,'phone-of-ben',5,'Ben','2026-12-01 02:52:29.012364+00:00','2026-12-01 02:52:29.012364+00:00',NULL);
INSERT INTO "holder" VALUES(3,2,'phone-of-ada',6,'','2026-12-01 02:52:29.255399+00:00','2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "holder" VALUES(4,2,'phone-of-ben',10,'Ben','2026-12-01 02:52:29.255399+00:00','2026-12-01 02:52:29.255399+00:00',NULL);
INSERT INTO "holder" VALUES(5,3,'phone-of-ada',11,'','2026-12-01 02:52:29.290119+00:00','2026-12-01 02:52:29.290119+00:00',NULL);
CREATE TABLE line (
	id INTEGER NOT NULL, 
	deal_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	written_at DATETIME NOT NULL, 
	request VARCHAR, holder_id INTEGER, 
	CONSTRAINT pk_line PRIMARY KEY (id), 
	CONSTRAINT fk_line_deal_id_deal FOREIGN KEY(deal_id) REFERENCES deal (id) ON DELETE CASCADE, 
	CONSTRAINT uq_line_deal_id_number UNIQUE (deal_id, number), 
	CONSTRAINT uq_line_request UNIQUE (request)
);
INSERT INTO "line" VALUES(1,1,1,'turn-up 7C','2026-12-01 02:52:29.086399+00:00','tap-00000001',1);
INSERT INTO "line" VALUES(2,1,2,'trick A','2026-12-01 02:52:29.096562+00:00','tap-00000002',1);
INSERT INTO "line" VALUES(3,1,3,'A melds marriage KH QH','2026-12-01 02:52:29.139507+00:00','tap-00000003',1);
INSERT INTO "line" VALUES(4,1,4,'take back 3','2026-12-01 02:52:29.159084+00:00','tap-00000004',1);
INSERT INTO "line" VALUES(5,1,5,'A melds marriage KS QS','2026-12-01 02:52:29.165145+00:00','tap-00000005',1);
INSERT INTO "line" VALUES(6,1,6,'trick B','2026-12-01 02:52:29.175061+00:00','tap-00000006',1);
INSERT INTO "line" VALUES(7,1,7,'B melds bezique QS JD','2026-12-01 02:52:29.179348+00:00','tap-00000007',2);
INSERT INTO "line" VALUES(8,1,8,'A last-trick','2026-12-01 02:52:29.185327+00:00','tap-00000008',1);
INSERT INTO "line" VALUES(9,1,9,'brisques A 9 B 7','2026-12-01 02:52:29.192598+00:00','tap-00000009',1);
INSERT INTO "line" VALUES(10,1,10,'B adjusts -40 revoke, “said” Zoë 🎁','2026-12-01 02:52:29.197703+00:00','tap-00000010',1);
INSERT INTO "line" VALUES(11,2,1,'turn-up 9D','2026-12-01 02:52:29.221350+00:00','tap-00000011',1);
INSERT INTO "line" VALUES(12,2,2,'trick A','2026-12-01 02:52:29.234875+00:00','tap-00000012',1);
INSERT INTO "line" VALUES(13,2,3,'A melds sequence AD 10D KD QD JD','2026-12-01 02:52:29.239071+00:00','tap-00000013',1);
INSERT INTO "line" VALUES(14,2,4,'A adjusts 600 left over from last week','2026-12-01 02:52:29.243292+00:00','tap-00000014',1);
INSERT INTO "line" VALUES(15,2,5,'A last-trick','2026-12-01 02:52:29.247370+00:00','tap-00000015',1);
INSERT INTO "line" VALUES(16,2,6,'brisques A 10 B 6','2026-12-01 02:52:29.251213+00:00','tap-00000016',1);
INSERT INTO "line" VALUES(17,3,1,'turn-up 7H','2026-12-01 02:52:29.285044+00:00','tap-00000017',3);
INSERT INTO "line" VALUES(18,4,1,'turn-up 9C','2026-12-01 02:52:29.305946+00:00','tap-00000018',NULL);
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
	closed_at DATETIME, hosted BOOLEAN DEFAULT 0 NOT NULL, scorers_mend BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT fk_match_rematch_of_match FOREIGN KEY(rematch_of) REFERENCES "match" (id) ON DELETE SET NULL, 
	CONSTRAINT uq_match_request UNIQUE (request), 
	CONSTRAINT uq_match_slug UNIQUE (slug)
);
INSERT INTO "match" VALUES(1,'first-match2','open-00000001','classic','{}',1000,0,0,'B',NULL,'2026-12-01 02:52:28.964705+00:00',19,'closed','A','2026-12-01 02:52:29.251213+00:00','2026-12-01 02:52:29.251213+00:00',1,0);
INSERT INTO "match" VALUES(2,'second-matc2','open-00000002','classic','{}',1000,0,0,'B',1,'2026-12-01 02:52:29.255399+00:00',2,'open',NULL,'2026-12-01 02:52:29.285044+00:00',NULL,1,0);
INSERT INTO "match" VALUES(3,'third-match2','open-00000003','four-handed','{"stop_at_target": true}',1000,0,0,'B',NULL,'2026-12-01 02:52:29.290119+00:00',3,'abandoned',NULL,'2026-12-01 02:52:29.305946+00:00',NULL,1,0);
INSERT INTO "match" VALUES(4,'fourth-matc2','open-00000004','rubicon','{}',NULL,0,0,'B',NULL,'2026-12-01 02:52:29.312010+00:00',1,'open',NULL,'2026-12-01 02:52:29.312010+00:00',NULL,0,0);
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
INSERT INTO "match_player" VALUES(2,'B',0,2);
INSERT INTO "match_player" VALUES(3,'A',0,1);
INSERT INTO "match_player" VALUES(3,'B',0,2);
INSERT INTO "match_player" VALUES(3,'C',0,3);
INSERT INTO "match_player" VALUES(3,'D',0,4);
INSERT INTO "match_player" VALUES(4,'A',0,5);
INSERT INTO "match_player" VALUES(4,'B',0,2);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	played_at DATETIME NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_name_key UNIQUE (name_key)
);
INSERT INTO "player" VALUES(1,'Ada','ada','2026-12-01 02:52:29.290119+00:00');
INSERT INTO "player" VALUES(2,'ben','ben','2026-12-01 02:52:29.312010+00:00');
INSERT INTO "player" VALUES(3,'Cem','cem','2026-12-01 02:52:29.290119+00:00');
INSERT INTO "player" VALUES(4,'Dora','dora','2026-12-01 02:52:29.290119+00:00');
INSERT INTO "player" VALUES(5,'Zoë','zoë','2026-12-01 02:52:29.312010+00:00');
CREATE TABLE result (
	match_id INTEGER NOT NULL, 
	side VARCHAR NOT NULL, 
	total BIGINT NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (match_id, side), 
	CONSTRAINT fk_result_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "result" VALUES(1,'A',1080);
INSERT INTO "result" VALUES(1,'B',140);
INSERT INTO "result" VALUES(2,'A',0);
INSERT INTO "result" VALUES(2,'B',10);
INSERT INTO "result" VALUES(3,'AC',0);
INSERT INTO "result" VALUES(3,'BD',0);
INSERT INTO "result" VALUES(4,'A',0);
INSERT INTO "result" VALUES(4,'B',0);
CREATE INDEX ix_match_rematch_of ON "match" (rematch_of);
CREATE INDEX ix_match_state_id ON "match" (state, id);
CREATE INDEX ix_player_played_at ON player (played_at);
CREATE INDEX ix_match_player_player_id ON match_player (player_id);
CREATE INDEX ix_access_match_id ON access (match_id);
CREATE INDEX ix_holder_phone ON holder (phone);
CREATE INDEX ix_holder_access_id ON holder (access_id);
COMMIT;
