-- Grain: one row, how many events there are in a range.
SELECT count(*) AS total
FROM listed_event($start_ts, $end_ts, $sensor_id, $doorway_id, $space_id)
WHERE $trajectory IS NULL OR trajectory = $trajectory
