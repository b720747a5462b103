-- Grain: one row a schedule, in order of creation.
SELECT id, space_id, time_zone, daily_reset, valid_from, valid_to
FROM schedule
ORDER BY id
