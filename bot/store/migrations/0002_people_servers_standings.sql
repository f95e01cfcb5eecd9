-- The channel in which a thread's game was opened; NULL where the game is in the channel itself.
ALTER TABLE games ADD COLUMN parent_channel_id INTEGER;

-- The host's internal number, as actions have it.
ALTER TABLE games ADD COLUMN host_person_id INTEGER;

-- Whether the standings know how the game ended.
ALTER TABLE games ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;

UPDATE games SET host_person_id = (
    SELECT json_extract(body, '$.person') FROM actions
    WHERE actions.game_id = games.game_id AND kind = 'host' ORDER BY number DESC LIMIT 1
)
WHERE status IN ('lobby', 'playing');

CREATE INDEX open_games_of_a_server ON games (server_id) WHERE status IN ('lobby', 'playing');

CREATE INDEX open_games_below_a_channel ON games (parent_channel_id) WHERE status IN ('lobby', 'playing');

CREATE INDEX lobbies_of_a_host ON games (host_person_id) WHERE status = 'lobby';

CREATE INDEX ended_games_not_folded ON games (game_id)
WHERE folded = 0 AND status NOT IN ('lobby', 'playing');

CREATE TABLE preferences (
    person_id INTEGER PRIMARY KEY REFERENCES people (person_id) ON DELETE CASCADE,
    language TEXT,
    mention INTEGER NOT NULL,
    confirm INTEGER NOT NULL,
    queue INTEGER NOT NULL,
    autoplay INTEGER NOT NULL
) STRICT;

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
) STRICT;

CREATE TABLE queued_cards (
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- Who was found to be in a server, or not, when last looked up.
CREATE TABLE members (
    server_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    present INTEGER NOT NULL,
    checked_at REAL NOT NULL,
    PRIMARY KEY (server_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_of_a_person ON members (person_id);

CREATE INDEX members_gone ON members (server_id) WHERE present = 0;

-- The standings follow from the actions of finished games and can be built anew from them at any time.
-- All that one person did lies together, for `totals` and a person's own figures.
CREATE TABLE results (
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    server_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    ended_at REAL NOT NULL,
    month TEXT NOT NULL,
    place INTEGER NOT NULL,
    won INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    moons INTEGER NOT NULL,
    queens INTEGER NOT NULL,
    best_deal INTEGER,
    worst_deal INTEGER,
    left_early INTEGER NOT NULL,
    PRIMARY KEY (person_id, server_id, kind, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_game ON results (game_id);

-- The results of a person, added up: over all time and by month.
CREATE TABLE totals (
    server_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    period TEXT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    places INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    moons INTEGER NOT NULL,
    queens INTEGER NOT NULL,
    best_deal INTEGER,
    worst_deal INTEGER,
    left_early INTEGER NOT NULL,
    -- In hundredths, as they are shown: figures that look equal are equal. NULL without a deal.
    average_place INTEGER NOT NULL,
    points_a_deal INTEGER,
    PRIMARY KEY (server_id, kind, period, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX totals_by_wins ON totals (server_id, kind, period, wins DESC, games DESC, person_id);

CREATE INDEX totals_by_place ON totals (server_id, kind, period, average_place, games DESC, person_id);

CREATE INDEX totals_by_points ON totals (server_id, kind, period, points_a_deal, games DESC, person_id);

CREATE INDEX totals_of_a_person ON totals (person_id);
