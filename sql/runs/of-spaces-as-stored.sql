-- Grain: one row a space and UTC day with events, in the order in which they are stored, which DuckDB keeps.
SELECT space_id, day, changes
FROM run
WHERE list_contains($space_ids, space_id)
  AND day >= $first_day
  AND day <= $last_day
