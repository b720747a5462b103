-- Grain: one row a run in memory that has become stale.
DELETE FROM hot_run
USING stale_run
WHERE hot_run.space_id = stale_run.space_id
  AND hot_run.day = stale_run.day
