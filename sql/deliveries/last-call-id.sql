-- Grain: one row: the highest id of a call; 0 where there is none.
SELECT coalesce(max(id), 0) AS id
FROM webhook_call
