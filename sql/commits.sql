-- The identity of a database file, and accepted losses of acknowledged changes.

-- name: identity
-- Grain: one row: the identity of the database's file.
SELECT identity
FROM database_file

-- name: insert-accepted-loss
INSERT INTO accepted_loss (accepted_at, kept_event_id, last_event_id, next_id, last_call_id, reason)
VALUES ($accepted_at, $kept_event_id, $last_event_id, $next_id, $last_call_id, $reason)

-- name: insert-identity
INSERT INTO database_file (identity)
VALUES ($identity)
