-- A game as it is now. What happened in it is in `actions`.
CREATE TABLE games (
    -- AUTOINCREMENT, here and for people: a number is never given to anybody else later.
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_open_game_in_a_channel ON games (channel_id)
WHERE status IN ('lobby', 'playing');

CREATE TABLE actions (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body) AND json_type(body) = 'object'),
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

-- Also stops INSERT OR REPLACE, which would remove the older row without asking the trigger for DELETE.
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

-- The only place that knows who somebody is. Actions name a person by number, in their bodies, so that a person
-- can be erased here without touching them.
CREATE TABLE people (
    person_id INTEGER PRIMARY KEY AUTOINCREMENT,
    discord_id INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;

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

CREATE INDEX panels_of_a_person ON panels (person_id);

CREATE TABLE messages (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    posted_at REAL NOT NULL,
    subject INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE deadlines (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER,
    due_at REAL NOT NULL,
    decision TEXT NOT NULL
) STRICT;

-- NULL differs from NULL in an index; a deadline of the whole table counts as seat -1 here.
CREATE UNIQUE INDEX one_deadline_of_a_kind ON deadlines (game_id, kind, coalesce(seat, -1));

CREATE INDEX deadlines_by_time ON deadlines (due_at);

CREATE TABLE kept_values (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
