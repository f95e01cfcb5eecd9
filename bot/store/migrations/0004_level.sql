-- How a server's computer players play where nobody says otherwise.
ALTER TABLE servers ADD COLUMN level TEXT NOT NULL DEFAULT 'hard';
