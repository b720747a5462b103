-- Grain: one row: the log start, in ms; 0 if no events have been removed.
SELECT coalesce(max(boundary), 0) AS log_start
FROM removal
