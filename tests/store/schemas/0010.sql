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
CREATE TABLE books (
    server_id INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (1, -1)),
    shown INTEGER NOT NULL,
    -- The rules that count in it. NULL where it is only to be emptied.
    rules TEXT CHECK (rules IS NULL OR json_valid(rules)),
    -- People up to this number are in it. NULL where it is shown, or to be emptied first.
    after INTEGER,
    PRIMARY KEY (server_id, side)
) STRICT, WITHOUT ROWID;
INSERT INTO "books" VALUES(10,1,1,'["{\"jack_of_diamonds\":true}", "{\"limit\":75}"]',NULL);
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
, parent_channel_id INTEGER, host_person_id INTEGER, folded INTEGER NOT NULL DEFAULT 0, begun INTEGER DEFAULT 0) STRICT;
INSERT INTO "games" VALUES(1,10,20,'playing','de',1000.5,NULL,1,0,1);
INSERT INTO "games" VALUES(2,10,21,'cancelled','en',900.0,NULL,NULL,0,NULL);
CREATE TABLE kept_values (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "kept_values" VALUES('commands','abc');
CREATE TABLE members (
    server_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    present INTEGER NOT NULL,
    checked_at REAL NOT NULL,
    PRIMARY KEY (server_id, person_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "members" VALUES(10,2,0,990.0);
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
CREATE TABLE players (
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    server_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    PRIMARY KEY (person_id, server_id, game_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES(1,10,1);
CREATE TABLE preferences (
    person_id INTEGER PRIMARY KEY REFERENCES people (person_id) ON DELETE CASCADE,
    language TEXT,
    mention INTEGER NOT NULL,
    confirm INTEGER NOT NULL,
    queue INTEGER NOT NULL,
    autoplay INTEGER NOT NULL
, deck_colours TEXT NOT NULL DEFAULT 'two', hand_order TEXT NOT NULL DEFAULT 'suits', pictures INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "preferences" VALUES(2,'de',0,1,0,1,'two','suits',1);
CREATE TABLE presets (
    -- AUTOINCREMENT: what names a preset never comes to mean another one.
    preset_id INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- The name by which two are told apart and sorted: SQLite itself ignores case in ASCII only.
    folded_name TEXT NOT NULL,
    rules TEXT NOT NULL CHECK (json_valid(rules) AND json_type(rules) = 'object'),
    UNIQUE (server_id, folded_name)
) STRICT;
INSERT INTO "presets" VALUES(1,10,'Club','club','{"limit":75}');
CREATE TABLE queued_cards (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "queued_cards" VALUES(1,0,1,'QS');
CREATE TABLE rated_games (
    server_id INTEGER NOT NULL,
    ended_at REAL NOT NULL,
    game_id INTEGER NOT NULL,
    sides TEXT NOT NULL CHECK (json_valid(sides) AND json_type(sides) = 'array'),
    PRIMARY KEY (server_id, ended_at, game_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "rated_games" VALUES(10,950.0,2,'[[1,[{"person":1}]],[2,[{"level":"hard"}]],[3,[{"person":2,"left":true}]],[4,[{"level":"easy"}]]]');
CREATE TABLE results (
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    server_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    ended_at REAL NOT NULL,
    month TEXT NOT NULL,
    rules TEXT NOT NULL,
    place INTEGER NOT NULL,
    won INTEGER NOT NULL,
    points INTEGER,
    deals INTEGER NOT NULL,
    moons INTEGER NOT NULL,
    queens INTEGER NOT NULL,
    best_deal INTEGER,
    worst_deal INTEGER,
    left_early INTEGER NOT NULL,
    -- Whether the rules are among those that count in the server.
    season INTEGER NOT NULL DEFAULT 1, mu REAL, sigma REAL, rating INTEGER, missed INTEGER NOT NULL DEFAULT 0, conceded INTEGER NOT NULL DEFAULT 0, side INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person_id, server_id, kind, game_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,10,'people',2,950.0,'1970-01','{"limit":75}',250,1,-3,2,1,0,-8,5,0,1,27.5,8.25,1110,0,0,0);
CREATE TABLE seasons (
    server_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    began_at REAL NOT NULL,
    PRIMARY KEY (server_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "seasons" VALUES(10,2,1000.0);
CREATE TABLE servers (
    server_id INTEGER PRIMARY KEY,
    language TEXT,
    preset TEXT NOT NULL,
    pace TEXT NOT NULL,
    -- Channel ids; none means every channel.
    channels TEXT NOT NULL CHECK (json_valid(channels) AND json_type(channels) = 'array'),
    threads INTEGER NOT NULL,
    prompts INTEGER NOT NULL,
    tables_per_channel INTEGER NOT NULL,
    tables_per_server INTEGER NOT NULL,
    min_games INTEGER NOT NULL
, counted TEXT NOT NULL DEFAULT '["standard","short"]'
CHECK (json_valid(counted) AND json_type(counted) = 'array'), level TEXT NOT NULL DEFAULT 'hard') STRICT;
INSERT INTO "servers" VALUES(10,'de','own:1','slow','[20, 21]',1,0,2,9,5,'["own:1", "omnibus"]','hard');
CREATE TABLE totals (
    server_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    period TEXT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    places INTEGER NOT NULL,
    points INTEGER NOT NULL,
    scored_deals INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    moons INTEGER NOT NULL,
    queens INTEGER NOT NULL,
    best_deal INTEGER,
    worst_deal INTEGER,
    left_early INTEGER NOT NULL,
    -- In hundredths, as they are shown: figures that look equal are equal. NULL without a deal that has points.
    average_place INTEGER NOT NULL,
    points_a_deal INTEGER, rating INTEGER, missed INTEGER NOT NULL DEFAULT 0, conceded INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server_id, kind, period, person_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "totals" VALUES(10,'people','all',1,1,1,250,-3,2,2,1,0,-8,5,0,250,-150,1110,0,0);
INSERT INTO "totals" VALUES(10,'people','season-1',1,1,1,250,-3,2,2,1,0,-8,5,0,250,-150,1110,0,0);
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
CREATE INDEX open_games_of_a_server ON games (server_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX open_games_below_a_channel ON games (parent_channel_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX lobbies_of_a_host ON games (host_person_id) WHERE status = 'lobby';
CREATE INDEX ended_games_not_folded ON games (game_id)
WHERE folded = 0 AND status NOT IN ('lobby', 'playing');
CREATE INDEX members_of_a_person ON members (person_id);
CREATE INDEX members_gone ON members (server_id) WHERE present = 0;
CREATE INDEX results_of_a_server ON results (server_id, rules);
CREATE INDEX totals_by_wins ON totals (server_id, kind, period, wins DESC, games DESC, person_id);
CREATE INDEX totals_by_place ON totals (server_id, kind, period, average_place, games DESC, person_id);
CREATE INDEX totals_by_points ON totals (server_id, kind, period, points_a_deal, games DESC, person_id);
CREATE INDEX totals_of_a_person ON totals (person_id);
CREATE UNIQUE INDEX rated_games_by_number ON rated_games (game_id);
CREATE INDEX totals_by_rating ON totals (server_id, kind, period, rating DESC, games DESC, person_id);
CREATE INDEX totals_by_moons ON totals (server_id, kind, period, moons DESC, games DESC, person_id);
CREATE INDEX begun_games_of_a_server ON games (server_id, begun, game_id);
CREATE INDEX games_not_looked_at ON games (game_id) WHERE begun IS NULL;
CREATE INDEX players_of_a_game ON players (game_id);
CREATE INDEX results_of_a_game ON results (game_id, side, place);
CREATE INDEX actions_of_a_person ON actions (json_extract(body, '$.person'), game_id)
WHERE kind IN ('host', 'seat_taken', 'replacement_wanted', 'agreed', 'cancelled');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('people',2);
INSERT INTO "sqlite_sequence" VALUES('games',2);
INSERT INTO "sqlite_sequence" VALUES('presets',1);
COMMIT;
