-- Which rules count in a server, and so which results do, says its book; results themselves do not.
ALTER TABLE results DROP COLUMN counts;

-- The totals of a server are a book, with its number in `totals.server_id`; those of its other side have it with
-- the other sign. One is shown while the other is written, when other rules are to count. A server of which
-- nothing is here has its first side, by the rules that are set to count.
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
