-- Which games somebody has anything to do with: all actions that name a person, found by their number. The expression
-- and the kinds are written the same way in queries.
CREATE INDEX actions_of_a_person ON actions (json_extract(body, '$.person'), game_id)
WHERE kind IN ('host', 'seat_taken', 'replacement_wanted', 'agreed', 'cancelled');

-- What belongs to private messages, and cards that were queued, goes when the game is over; until now, some stayed.
DELETE FROM panels WHERE game_id IN (SELECT game_id FROM games WHERE status NOT IN ('lobby', 'playing'));

DELETE FROM queued_cards WHERE game_id IN (SELECT game_id FROM games WHERE status NOT IN ('lobby', 'playing'));
