-- The seasons of a server after its first. They are set by people, and nothing else says when one began.
CREATE TABLE seasons (
    server_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    began_at REAL NOT NULL,
    PRIMARY KEY (server_id, number)
) STRICT, WITHOUT ROWID;

-- In which of the server's seasons the game ended, and what the person's rating was after it: as a rating goes on
-- from there, and as it is shown. NULL where the game is not rated.
ALTER TABLE results ADD COLUMN season INTEGER NOT NULL DEFAULT 1;
ALTER TABLE results ADD COLUMN mu REAL;
ALTER TABLE results ADD COLUMN sigma REAL;
ALTER TABLE results ADD COLUMN rating INTEGER;

-- Games that are rated, in the order in which they are, with all that ratings follow from.
CREATE TABLE rated_games (
    server_id INTEGER NOT NULL,
    ended_at REAL NOT NULL,
    game_id INTEGER NOT NULL,
    sides TEXT NOT NULL CHECK (json_valid(sides) AND json_type(sides) = 'array'),
    PRIMARY KEY (server_id, ended_at, game_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX rated_games_by_number ON rated_games (game_id);

-- The rating after the last rated game of the period.
ALTER TABLE totals ADD COLUMN rating INTEGER;

-- All there was belongs to the first season.
INSERT INTO totals
SELECT
    server_id, kind, 'season-1', person_id, games, wins, places, points, scored_deals, deals, moons, queens,
    best_deal, worst_deal, left_early, average_place, points_a_deal, NULL
FROM totals WHERE period = 'all';

CREATE INDEX totals_by_rating ON totals (server_id, kind, period, rating DESC, games DESC, person_id);

CREATE INDEX totals_by_moons ON totals (server_id, kind, period, moons DESC, games DESC, person_id);
