-- Rules that a server has saved under a name.
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

-- Which presets count in a server's standings.
ALTER TABLE servers ADD COLUMN counted TEXT NOT NULL DEFAULT '["standard","short"]'
CHECK (json_valid(counted) AND json_type(counted) = 'array');

-- Results know by which rules they came about, places are on a scale that goes for any number of seats, and there
-- are points only where they can be compared. What there is keeps its values: it is as at a table of four.
ALTER TABLE results RENAME TO results_before;

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
    counts INTEGER NOT NULL,
    PRIMARY KEY (person_id, server_id, kind, game_id)
) STRICT, WITHOUT ROWID;

INSERT INTO results
SELECT
    person_id, server_id, before.kind, game_id, ended_at, month,
    iif(json_extract(body, '$.rules') = '{"preset":"short"}', '{"limit":50}', '{}'),
    100 * place, won, points, deals, moons, queens, best_deal, worst_deal, left_early, 1
FROM results_before AS before INNER JOIN actions AS opened USING (game_id)
WHERE
    opened.number = 1 AND opened.kind = 'opened'
    AND json_extract(body, '$.rules') IN ('{"preset":"standard"}', '{"preset":"short"}')
    AND NOT EXISTS (
        SELECT 1 FROM actions WHERE actions.game_id = before.game_id AND actions.kind = 'ruleset'
    );

-- Of other rules only the actions themselves can tell.
UPDATE games SET folded = 0
WHERE folded <> 0 AND game_id IN (SELECT game_id FROM results_before EXCEPT SELECT game_id FROM results);

DROP TABLE results_before;

CREATE INDEX results_of_a_game ON results (game_id);

CREATE INDEX results_of_a_server ON results (server_id, rules);

DROP TABLE totals;

-- The results that count of a person, added up: over all time and by month.
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
    points_a_deal INTEGER,
    PRIMARY KEY (server_id, kind, period, person_id)
) STRICT, WITHOUT ROWID;

INSERT INTO totals
SELECT
    server_id, kind, period, person_id, count(*), sum(won), sum(place), sum(points), sum(deals), sum(deals),
    sum(moons), sum(queens), min(best_deal), max(worst_deal), sum(left_early),
    CAST(round(1.0 * sum(place) / count(*)) AS INTEGER),
    CAST(round(100.0 * sum(points) / sum(deals)) AS INTEGER)
FROM (SELECT *, 'all' AS period FROM results UNION ALL SELECT *, month AS period FROM results)
GROUP BY server_id, kind, period, person_id;

CREATE INDEX totals_by_wins ON totals (server_id, kind, period, wins DESC, games DESC, person_id);

CREATE INDEX totals_by_place ON totals (server_id, kind, period, average_place, games DESC, person_id);

CREATE INDEX totals_by_points ON totals (server_id, kind, period, points_a_deal, games DESC, person_id);

CREATE INDEX totals_of_a_person ON totals (person_id);
