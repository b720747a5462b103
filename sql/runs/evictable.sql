-- Grain: one row a run in memory that is about to be derived.
SELECT DISTINCT space_id, day
FROM hot_run
SEMI JOIN due_run USING (space_id, day)
