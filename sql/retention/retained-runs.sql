-- Grain: one row a day of a space whose events have been removed, ascending.
SELECT day, checksum
FROM retained_run
WHERE space_id = $space_id
ORDER BY day
