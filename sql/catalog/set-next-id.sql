-- Grain: the one row of the data directory.
UPDATE directory
SET next_id = $next_id
