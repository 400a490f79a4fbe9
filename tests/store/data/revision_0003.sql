-- A database as revision 0003 left it: closed, open, abandoned, unhosted and deleted matches, a changed target, a hidden person.
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
INSERT INTO "access" VALUES(1,1,'host','','fkz0Hr54EVD9lmoz6EFoCQ',NULL,'2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "access" VALUES(2,1,'viewer','','iLqlxUCM6fwgW5WvFaPe8g','E7NJHT','2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "access" VALUES(3,1,'scorer','','blaNPWVfMoLXW5VpCO80wg',NULL,'2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "access" VALUES(4,1,'scorer','A','EaGHBWQX_kyouEfQ5HvfCA',NULL,'2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "access" VALUES(5,1,'scorer','B','AfVald11igD9z7uENWjkBg',NULL,'2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "access" VALUES(6,2,'host','','j8dKskPYkkK8G33W_PBoTw',NULL,'2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "access" VALUES(7,2,'viewer','','WBi6QhBZSzrh5FW2N-GizA','67PWYK','2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "access" VALUES(8,2,'scorer','','S8r3EvEtUXTiAkeDHi_lVg',NULL,'2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "access" VALUES(9,2,'scorer','A','dNVJn41y0j3h6jTdwmn_ow',NULL,'2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "access" VALUES(10,2,'scorer','B','606hAw6On1E6-Ce_tCX4Tw',NULL,'2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "access" VALUES(11,3,'host','','org2xqjcE0aPR0mAar_6iw',NULL,'2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(12,3,'viewer','','2L7nhXtbfua1ugWIu9xi3g','6J4XJ9','2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(13,3,'scorer','','KF9X-l--RAk_6Mq5rG3tTA',NULL,'2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(14,3,'scorer','A','fe9QtrbOumbZd5svEtBmBw',NULL,'2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(15,3,'scorer','B','TwcE719vWa8H8MPJIjbf1A',NULL,'2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(16,3,'scorer','C','gfQX0KuvS0nh0TWpt2UDYg',NULL,'2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(17,3,'scorer','D','MoJtRPU3aOAQyv_mVL3PTA',NULL,'2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "access" VALUES(18,5,'host','','d1aHtarpXZll7htZLbYTRA',NULL,'2026-12-02 18:24:20.158999+00:00',NULL);
INSERT INTO "access" VALUES(19,5,'viewer','','eUtyccv5DaUQ13mKhhhpnQ','JF9R9U','2026-12-02 18:24:20.158999+00:00',NULL);
INSERT INTO "access" VALUES(20,5,'scorer','','QxS7spcYEB6BBnA8LFzxQw',NULL,'2026-12-02 18:24:20.158999+00:00',NULL);
INSERT INTO "access" VALUES(21,5,'scorer','A','2ZRxvHYCCNdz-e2I2ymReQ',NULL,'2026-12-02 18:24:20.158999+00:00',NULL);
INSERT INTO "access" VALUES(22,5,'scorer','B','A6TZZc4nr3POCiunw3u4cA',NULL,'2026-12-02 18:24:20.158999+00:00',NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE change (
	id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	changed_at DATETIME NOT NULL, 
	holder_id INTEGER, 
	what JSON NOT NULL, 
	CONSTRAINT pk_change PRIMARY KEY (id), 
	CONSTRAINT fk_change_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "change" VALUES(1,1,'2026-12-02 18:24:20.134508+00:00',1,'{"target": [1000, 500]}');
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
INSERT INTO "deal" VALUES(1,1,1,'B','2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "deal" VALUES(2,2,1,'A','2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "deal" VALUES(3,3,1,'B','2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "deal" VALUES(4,4,1,'B','2026-12-02 18:24:20.157219+00:00',NULL);
INSERT INTO "deal" VALUES(5,5,1,'B','2026-12-02 18:24:20.158999+00:00',NULL);
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
INSERT INTO "holder" VALUES(1,1,'phone-of-ada',1,'','2026-12-02 18:24:20.106028+00:00','2026-12-02 18:24:20.106028+00:00',NULL);
INSERT INTO "holder" VALUES(2,1,'phone-of-ben',5,'Ben’s','2026-12-02 18:24:20.116172+00:00','2026-12-02 18:24:20.116172+00:00',NULL);
INSERT INTO "holder" VALUES(3,2,'phone-of-ada',6,'','2026-12-02 18:24:20.142053+00:00','2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "holder" VALUES(4,2,'phone-of-ben',10,'Ben’s','2026-12-02 18:24:20.142053+00:00','2026-12-02 18:24:20.142053+00:00',NULL);
INSERT INTO "holder" VALUES(5,3,'phone-of-ada',11,'','2026-12-02 18:24:20.149657+00:00','2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "holder" VALUES(6,5,'phone-of-ada',18,'','2026-12-02 18:24:20.158999+00:00','2026-12-02 18:24:20.158999+00:00',NULL);
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
INSERT INTO "line" VALUES(1,1,1,'turn-up 7C','2026-12-02 18:24:20.123933+00:00','line-00000001',1);
INSERT INTO "line" VALUES(2,1,2,'trick A','2026-12-02 18:24:20.125931+00:00','line-00000002',1);
INSERT INTO "line" VALUES(3,1,3,'A melds marriage KH QH','2026-12-02 18:24:20.127342+00:00','line-00000003',1);
INSERT INTO "line" VALUES(4,1,4,'take back 3','2026-12-02 18:24:20.128729+00:00','line-00000004',1);
INSERT INTO "line" VALUES(5,1,5,'A melds marriage KS QS','2026-12-02 18:24:20.129896+00:00','line-00000005',1);
INSERT INTO "line" VALUES(6,1,6,'trick B','2026-12-02 18:24:20.131107+00:00','line-00000006',1);
INSERT INTO "line" VALUES(7,1,7,'B melds bezique QS JD','2026-12-02 18:24:20.132221+00:00','line-00000007',2);
INSERT INTO "line" VALUES(8,1,8,'A last-trick','2026-12-02 18:24:20.136733+00:00','line-00000008',1);
INSERT INTO "line" VALUES(9,1,9,'brisques A 10 B 6','2026-12-02 18:24:20.138047+00:00','line-00000009',1);
INSERT INTO "line" VALUES(10,1,10,'A adjusts 400 said “Zoë” 🎁','2026-12-02 18:24:20.139525+00:00','line-00000010',1);
INSERT INTO "line" VALUES(11,2,1,'turn-up 9C','2026-12-02 18:24:20.149153+00:00','line-00000011',3);
INSERT INTO "line" VALUES(12,3,1,'turn-up 9H','2026-12-02 18:24:20.154972+00:00','line-00000012',NULL);
INSERT INTO "line" VALUES(13,5,1,'turn-up AH','2026-12-02 18:24:20.162762+00:00','line-00000013',NULL);
INSERT INTO "line" VALUES(14,5,2,'A melds royal-marriage KH QH','2026-12-02 18:24:20.163969+00:00','line-00000014',NULL);
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
	closed_at DATETIME, hosted BOOLEAN DEFAULT 0 NOT NULL, scorers_mend BOOLEAN DEFAULT 0 NOT NULL, deleted_at DATETIME, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT fk_match_rematch_of_match FOREIGN KEY(rematch_of) REFERENCES "match" (id) ON DELETE SET NULL, 
	CONSTRAINT uq_match_request UNIQUE (request), 
	CONSTRAINT uq_match_slug UNIQUE (slug)
);
INSERT INTO "match" VALUES(1,'first-match3','open-00000001','classic','{}',500,0,0,'B',NULL,'2026-12-02 18:24:20.106028+00:00',13,'closed','A','2026-12-02 18:24:20.139525+00:00','2026-12-02 18:24:20.139525+00:00',1,0,NULL);
INSERT INTO "match" VALUES(2,'second-matc3','open-00000002','classic','{}',500,0,0,'A',1,'2026-12-02 18:24:20.142053+00:00',2,'open',NULL,'2026-12-02 18:24:20.149153+00:00',NULL,1,0,NULL);
INSERT INTO "match" VALUES(3,'third-match3','open-00000003','four-handed','{}',1000,0,0,'B',NULL,'2026-12-02 18:24:20.149657+00:00',3,'abandoned',NULL,'2026-12-02 18:24:20.154972+00:00',NULL,1,0,NULL);
INSERT INTO "match" VALUES(4,'fourth-matc3','open-00000004','rubicon','{}',NULL,0,0,'B',NULL,'2026-12-02 18:24:20.157219+00:00',1,'open',NULL,'2026-12-02 18:24:20.157219+00:00',NULL,0,0,NULL);
INSERT INTO "match" VALUES(5,'fifth-match3','open-00000005','classic','{}',1000,0,0,'B',NULL,'2026-12-02 18:24:20.158999+00:00',4,'open',NULL,'2026-12-02 18:24:20.163969+00:00',NULL,1,0,'2026-12-02 18:24:20.164513+00:00');
CREATE TABLE "match_player" (
	match_id INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	place INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	opened_at DATETIME NOT NULL, 
	CONSTRAINT pk_match_player PRIMARY KEY (match_id, seat, place), 
	CONSTRAINT fk_match_player_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_match_player_match_id_player_id UNIQUE (match_id, player_id), 
	CONSTRAINT fk_match_player_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "match_player" VALUES(1,'A',0,1,'2026-12-02 18:24:20.106028+00:00');
INSERT INTO "match_player" VALUES(1,'B',0,2,'2026-12-02 18:24:20.106028+00:00');
INSERT INTO "match_player" VALUES(2,'A',0,1,'2026-12-02 18:24:20.142053+00:00');
INSERT INTO "match_player" VALUES(2,'B',0,2,'2026-12-02 18:24:20.142053+00:00');
INSERT INTO "match_player" VALUES(3,'A',0,1,'2026-12-02 18:24:20.149657+00:00');
INSERT INTO "match_player" VALUES(3,'B',0,2,'2026-12-02 18:24:20.149657+00:00');
INSERT INTO "match_player" VALUES(3,'C',0,3,'2026-12-02 18:24:20.149657+00:00');
INSERT INTO "match_player" VALUES(3,'D',0,4,'2026-12-02 18:24:20.149657+00:00');
INSERT INTO "match_player" VALUES(4,'A',0,5,'2026-12-02 18:24:20.157219+00:00');
INSERT INTO "match_player" VALUES(4,'B',0,2,'2026-12-02 18:24:20.157219+00:00');
INSERT INTO "match_player" VALUES(5,'A',0,1,'2026-12-02 18:24:20.158999+00:00');
INSERT INTO "match_player" VALUES(5,'B',0,6,'2026-12-02 18:24:20.158999+00:00');
CREATE TABLE player (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	played_at DATETIME NOT NULL, hidden_at DATETIME, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_name_key UNIQUE (name_key)
);
INSERT INTO "player" VALUES(1,'Ada','ada','2026-12-02 18:24:20.158999+00:00',NULL);
INSERT INTO "player" VALUES(2,'ben','ben','2026-12-02 18:24:20.157219+00:00',NULL);
INSERT INTO "player" VALUES(3,'Cem','cem','2026-12-02 18:24:20.149657+00:00',NULL);
INSERT INTO "player" VALUES(4,'Dora','dora','2026-12-02 18:24:20.149657+00:00','2026-12-02 18:24:20.167272+00:00');
INSERT INTO "player" VALUES(5,'Zoë','zoë','2026-12-02 18:24:20.157219+00:00',NULL);
INSERT INTO "player" VALUES(6,'Eve','eve','2026-12-02 18:24:20.158999+00:00',NULL);
CREATE TABLE result (
	match_id INTEGER NOT NULL, 
	side VARCHAR NOT NULL, 
	total BIGINT NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (match_id, side), 
	CONSTRAINT fk_result_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "result" VALUES(1,'A',530);
INSERT INTO "result" VALUES(1,'B',110);
INSERT INTO "result" VALUES(2,'A',0);
INSERT INTO "result" VALUES(2,'B',0);
INSERT INTO "result" VALUES(3,'AC',0);
INSERT INTO "result" VALUES(3,'BD',0);
INSERT INTO "result" VALUES(4,'A',0);
INSERT INTO "result" VALUES(4,'B',0);
INSERT INTO "result" VALUES(5,'A',40);
INSERT INTO "result" VALUES(5,'B',0);
CREATE TABLE tally (
	match_id INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	what VARCHAR NOT NULL, 
	count INTEGER NOT NULL, 
	points BIGINT NOT NULL, 
	best BIGINT NOT NULL, 
	CONSTRAINT pk_tally PRIMARY KEY (match_id, seat, what), 
	CONSTRAINT fk_tally_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "tally" VALUES(1,'A','adjusted',1,400,400);
INSERT INTO "tally" VALUES(1,'A','brisques',10,100,100);
INSERT INTO "tally" VALUES(1,'A','comeback',1,30,30);
INSERT INTO "tally" VALUES(1,'A','deal',1,530,530);
INSERT INTO "tally" VALUES(1,'A','last-trick',1,10,10);
INSERT INTO "tally" VALUES(1,'A','marriage',1,20,20);
INSERT INTO "tally" VALUES(1,'A','match',1,530,530);
INSERT INTO "tally" VALUES(1,'A','won',1,530,530);
INSERT INTO "tally" VALUES(1,'B','bezique',1,40,40);
INSERT INTO "tally" VALUES(1,'B','brisques',6,60,60);
INSERT INTO "tally" VALUES(1,'B','deal',1,110,110);
INSERT INTO "tally" VALUES(1,'B','lost',1,110,110);
INSERT INTO "tally" VALUES(1,'B','match',1,110,110);
INSERT INTO "tally" VALUES(1,'B','seven',1,10,10);
CREATE INDEX ix_match_rematch_of ON "match" (rematch_of);
CREATE INDEX ix_match_state_id ON "match" (state, id);
CREATE INDEX ix_player_played_at ON player (played_at);
CREATE INDEX ix_access_match_id ON access (match_id);
CREATE INDEX ix_holder_phone ON holder (phone);
CREATE INDEX ix_holder_access_id ON holder (access_id);
CREATE INDEX ix_match_opened_at_id ON "match" (opened_at, id);
CREATE INDEX ix_match_state_opened_at_id ON "match" (state, opened_at, id);
CREATE INDEX ix_match_variant_opened_at_id ON "match" (variant, opened_at, id);
CREATE INDEX ix_match_state_variant_opened_at_id ON "match" (state, variant, opened_at, id);
CREATE INDEX ix_match_deleted_at ON "match" (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX ix_match_player_player_id_opened_at ON match_player (player_id, opened_at, match_id);
CREATE INDEX ix_change_match_id ON change (match_id);
COMMIT;
