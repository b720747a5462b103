-- Grain: one row, how many events the log has, and the last one's id (null where there is none).
SELECT count(*) AS events, max(id) AS last_event_id
FROM event
