-- Grain: one row a stored run that is behind the one in memory.
DELETE FROM run
USING sealed
WHERE run.space_id = sealed.space_id
  AND run.day = sealed.day
