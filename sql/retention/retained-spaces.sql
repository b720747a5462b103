-- Grain: one row a space that has days whose events have been removed, ascending.
SELECT DISTINCT space_id
FROM retained_run
ORDER BY space_id
