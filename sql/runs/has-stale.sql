-- Grain: one row: whether any run is stale.
SELECT EXISTS (FROM stale_run) OR EXISTS (FROM due_run) AS stale
