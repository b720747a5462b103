-- Grain: one row a run in memory that has become stale.
SELECT DISTINCT space_id, day
FROM hot_run
SEMI JOIN stale_run USING (space_id, day)
