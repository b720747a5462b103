-- Grain: one row a UTC day on which a space has events, ascending.
SELECT space_id, day, changes
FROM run
WHERE space_id = $space_id
  AND day >= $first_day
  AND day <= $last_day
ORDER BY day
