BEGIN TRANSACTION;
CREATE TABLE actions (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body) AND json_type(body) = 'object'),
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "actions" VALUES(1,1,1000.5,'opened',1,'{"server": 10, "channel": 20}');
INSERT INTO "actions" VALUES(1,2,1000.5,'host',1,'{"seat": 0, "person": 1}');
INSERT INTO "actions" VALUES(1,3,1001.0,'played',1,'{"seat": 0, "card": "QS"}');
INSERT INTO "actions" VALUES(2,1,900.0,'opened',1,'{"server": 10, "channel": 21}');
INSERT INTO "actions" VALUES(2,2,950.0,'cancelled',1,'{}');
CREATE TABLE deadlines (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER,
    due_at REAL NOT NULL,
    decision TEXT NOT NULL
) STRICT;
INSERT INTO "deadlines" VALUES(1,'prompt',0,1020.0,'1.14');
INSERT INTO "deadlines" VALUES(1,'lobby',NULL,1030.0,'');
CREATE TABLE games (
    -- AUTOINCREMENT, here and for people: a number is never given to anybody else later.
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at REAL NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,10,20,'playing','de',1000.5);
INSERT INTO "games" VALUES(2,10,21,'cancelled','en',900.0);
CREATE TABLE kept_values (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "kept_values" VALUES('commands','abc');
CREATE TABLE messages (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    posted_at REAL NOT NULL,
    subject INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO "messages" VALUES(1,'table',20,556,1003.0,1);
CREATE TABLE panels (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL,
    token TEXT NOT NULL,
    language TEXT NOT NULL,
    clicked_at REAL NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "panels" VALUES(1,0,1,555,'token; with ''quotes''','de',1002.0);
CREATE TABLE people (
    person_id INTEGER PRIMARY KEY AUTOINCREMENT,
    discord_id INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES(1,1001,'Ann');
INSERT INTO "people" VALUES(2,1002,'Jürgen');
CREATE UNIQUE INDEX one_open_game_in_a_channel ON games (channel_id)
WHERE status IN ('lobby', 'playing');
CREATE TRIGGER actions_count_from_one_without_a_gap BEFORE INSERT ON actions
WHEN NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM actions WHERE game_id = NEW.game_id)
BEGIN
    SELECT RAISE(ABORT, 'an action takes the next number of its game');
END;
CREATE TRIGGER actions_never_change BEFORE UPDATE ON actions
BEGIN
    SELECT RAISE(ABORT, 'actions are only ever appended');
END;
CREATE TRIGGER actions_never_go_away BEFORE DELETE ON actions
BEGIN
    SELECT RAISE(ABORT, 'actions are only ever appended');
END;
CREATE INDEX panels_of_a_person ON panels (person_id);
CREATE UNIQUE INDEX one_deadline_of_a_kind ON deadlines (game_id, kind, coalesce(seat, -1));
CREATE INDEX deadlines_by_time ON deadlines (due_at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('people',2);
INSERT INTO "sqlite_sequence" VALUES('games',2);
COMMIT;
