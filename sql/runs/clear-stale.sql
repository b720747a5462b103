-- Grain: every mark of a stale run.
DELETE FROM stale_run
