-- Grain: one row, the log and what is stale of its runs (the same day of a space may be marked twice).
SELECT
  (SELECT count(*) FROM event) AS events,
  (SELECT coalesce(sum(events), 0) FROM removal) AS removed_events,
  (SELECT count(*) FROM (SELECT DISTINCT space_id, day FROM stale_run)) AS stale_runs
