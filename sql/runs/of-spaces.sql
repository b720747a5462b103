-- Grain: one row a space and UTC day with events, ascending.
SELECT space_id, day, changes
FROM run
WHERE list_contains($space_ids, space_id)
  AND day >= $first_day
  AND day <= $last_day
ORDER BY space_id, day
