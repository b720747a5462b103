-- Grain: one row, from when on spaces may have their first change that are not planned: no change that was known is
-- earlier; null where all are planned. Spaces that had changes, and have no hour to begin with, are read from their
-- beginning.
SELECT min(if(has_changes IS true, -9223372036854775808, stale_ts)) AS from_ts
FROM base.hours_stale
ANTI JOIN base.hours_plan USING (space_id)
LEFT JOIN base.hours_space USING (space_id)
