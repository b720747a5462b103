-- Grain: one row a space and UTC day of a span with events, ascending, with its changes.
SELECT space_id, day, packed_changes(list(sort_key)) AS changes
FROM bound_event
WHERE ts >= $first_day::BIGINT * 86400000
  AND ts < ($last_day::BIGINT + 1) * 86400000
  AND ($space_id IS NULL OR space_id = $space_id)
GROUP BY space_id, day
ORDER BY space_id, day
