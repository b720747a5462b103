-- Grain: every mark of a stale run of a slice.
DELETE FROM stale_run
WHERE (space_id > $first_space OR (space_id = $first_space AND day >= $first_day))
  AND (space_id < $last_space OR (space_id = $last_space AND day <= $last_day))
