-- Grain: one row a space and UTC day that is stale and has events.
INSERT INTO run (space_id, day, changes)
SELECT space_id, day, packed_changes(list(sort_key))
FROM bound_event
SEMI JOIN stale_run USING (space_id, day)
WHERE ts >= $start_ts
  AND ts < $end_ts
GROUP BY space_id, day
ORDER BY space_id, day
