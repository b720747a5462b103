-- Grain: one note of a run that has been stored.
DELETE FROM hot_run
USING flushed
WHERE hot_run.space_id = flushed.space_id
  AND hot_run.day = flushed.day
