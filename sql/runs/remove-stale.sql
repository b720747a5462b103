-- Grain: one row a stored run of a slice that is stale.
DELETE FROM run
USING stale_run
WHERE run.space_id = stale_run.space_id
  AND run.day = stale_run.day
  AND (stale_run.space_id > $first_space OR (stale_run.space_id = $first_space AND stale_run.day >= $first_day))
  AND (stale_run.space_id < $last_space OR (stale_run.space_id = $last_space AND stale_run.day <= $last_day))
