-- Grain: one row a time segment group, in order of creation.
SELECT id, name, time_segment_ids, created_at, updated_at
FROM time_segment_group
ORDER BY id
