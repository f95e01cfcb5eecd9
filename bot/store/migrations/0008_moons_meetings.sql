-- Moons that were missed, and those that others shot; and for whom one played, so that partners are told from
-- opponents.
ALTER TABLE results ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN conceded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN side INTEGER NOT NULL DEFAULT 0;

ALTER TABLE totals ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN conceded INTEGER NOT NULL DEFAULT 0;

-- With all that it takes to say who was ahead of whom.
DROP INDEX results_of_a_game;

CREATE INDEX results_of_a_game ON results (game_id, side, place);

-- Only the actions can tell.
UPDATE games SET folded = 0 WHERE folded <> 0 AND game_id IN (SELECT game_id FROM results);
