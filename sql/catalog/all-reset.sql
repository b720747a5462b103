-- Grain: one row a reset, in order of creation.
SELECT id, space_id, ts, count, created_at, voided_at
FROM reset
ORDER BY id
