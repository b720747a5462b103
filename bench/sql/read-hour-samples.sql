-- Grain: one row per space and hour, ascending.
SELECT hour, count, min, max, entrances, exits, count_time
FROM hour_sample
ORDER BY space_id, hour
