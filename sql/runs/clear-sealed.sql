-- Grain: one note of a run that has been stored.
DELETE FROM hot_run
USING sealed
WHERE hot_run.space_id = sealed.space_id
  AND hot_run.day = sealed.day
