-- Grain: one row, the stored runs in a range as a whole.
SELECT count(*) AS runs, coalesce(sum(len(changes)), 0)::BIGINT AS events
FROM run
WHERE day BETWEEN $first_day AND $last_day
  AND ($space_id IS NULL OR space_id = $space_id)
