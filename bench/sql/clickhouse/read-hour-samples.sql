-- Grain: one row per space and hour.
SELECT
  space_id,
  hour,
  count_at_start AS count,
  min_count AS min,
  max_count AS max,
  entrances,
  exits,
  count_time
FROM hour_sample
