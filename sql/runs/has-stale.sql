-- Grain: one row, whether there are runs that are not what the log says.
SELECT EXISTS (FROM stale_run) OR EXISTS (FROM due_run) AS stale
