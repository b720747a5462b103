-- Grain: one row a run of a slice that has been derived.
DELETE FROM due_run
WHERE (day > $first_day OR (day = $first_day AND space_id >= $first_space))
  AND (day < $last_day OR (day = $last_day AND space_id <= $last_space))
