-- Grain: one row, the highest id in the log.
SELECT coalesce(max(id), 0) AS id
FROM event
