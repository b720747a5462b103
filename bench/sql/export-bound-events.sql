-- Grain: one row per event and the space whose count it changes, by space and in the order of D6.
SELECT space_id, ts, id, direction::TINYINT AS direction
FROM bound_event
ORDER BY space_id, ts, id
