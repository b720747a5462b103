-- Grain: one row a stored run that is stale.
DELETE FROM run
USING stale_run
WHERE run.space_id = stale_run.space_id
  AND run.day = stale_run.day
