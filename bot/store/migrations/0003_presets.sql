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
