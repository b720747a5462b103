-- Grain: one row a day of a space whose events have been removed, ascending.
SELECT day, checksum
FROM kept_run
WHERE space_id = $space_id
ORDER BY day
