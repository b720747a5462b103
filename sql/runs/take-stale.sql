-- Grain: one row a stale run that is about to be derived. A run from before the log start stays as it is, unless its
-- space has been removed.
INSERT INTO due_run (space_id, day)
SELECT DISTINCT space_id, day
FROM stale_run
WHERE day >= (SELECT coalesce(max(boundary), 0) // 86400000 FROM removal)
  OR space_id NOT IN (SELECT id FROM space);

DELETE FROM stale_run;
