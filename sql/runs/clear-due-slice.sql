-- Grain: every note of a run of a slice that is being derived.
DELETE FROM due_run
WHERE (space_id > $first_space OR (space_id = $first_space AND day >= $first_day))
  AND (space_id < $last_space OR (space_id = $last_space AND day <= $last_day))
