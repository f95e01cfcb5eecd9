-- Whether the game has begun, and `players` has who sat there then; NULL where that is still to be found in it.
ALTER TABLE games ADD COLUMN begun INTEGER DEFAULT 0;

UPDATE games SET begun = NULL WHERE status <> 'lobby';

-- With all that a list of games asks for, so that no row is looked up to count them.
CREATE INDEX begun_games_of_a_server ON games (server_id, begun, game_id);

CREATE INDEX games_not_looked_at ON games (game_id) WHERE begun IS NULL;

-- Who sat at a game when it began: it follows from the actions, and is found by person here.
CREATE TABLE players (
    person_id INTEGER NOT NULL REFERENCES people (person_id) ON DELETE CASCADE,
    server_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    PRIMARY KEY (person_id, server_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX players_of_a_game ON players (game_id);
