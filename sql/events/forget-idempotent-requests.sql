-- Grain: removes the requests from before an instant.
DELETE FROM idempotent_request
WHERE created_at < $before
