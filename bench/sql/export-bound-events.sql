-- Grain: one row an event of the log and the space it counted for, by space and in the order of D6.
SELECT space_id, ts, id, direction::TINYINT AS direction
FROM bound_event
ORDER BY space_id, ts, id
