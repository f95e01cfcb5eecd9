-- How people like to see cards.
ALTER TABLE preferences ADD COLUMN deck_colours TEXT NOT NULL DEFAULT 'two';
ALTER TABLE preferences ADD COLUMN hand_order TEXT NOT NULL DEFAULT 'suits';
ALTER TABLE preferences ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1;
