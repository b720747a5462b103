-- Grain: one row a time segment, in order of creation.
SELECT id, label, start_time, end_time, days, space_ids, created_at, updated_at
FROM time_segment
ORDER BY id
