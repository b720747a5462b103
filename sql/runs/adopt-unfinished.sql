-- Grain: one row a run that an earlier process had in memory and did not flush, or began to derive.
INSERT INTO stale_run (space_id, day)
SELECT space_id, day
FROM in_memory_run
UNION ALL
SELECT space_id, day
FROM due_run;

DELETE FROM in_memory_run;

DELETE FROM due_run;
