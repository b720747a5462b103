-- Grain: one row a space and UTC day of a slice whose run is to be derived, ascending, with its changes (an empty list
-- if it has no events). The log is joined once, with the bindings of these runs: a join with all bindings would hold an
-- event for each space that it counts for. The sort key is that of `bound_event`.
WITH due AS (
  SELECT DISTINCT space_id, day
  FROM due_run
  WHERE (day > $first_day OR (day = $first_day AND space_id >= $first_space))
    AND (day < $last_day OR (day = $last_day AND space_id <= $last_space))
),
due_binding AS (
  SELECT
    due.space_id,
    due.day,
    binding.sensor,
    binding.sensor_placement,
    binding.valid_from,
    binding.valid_to
  FROM due
  JOIN binding
    ON binding.space_id = due.space_id
    AND binding.valid_from < (due.day::BIGINT + 1) * 86400000
    AND binding.valid_to > due.day::BIGINT * 86400000
),
derived AS (
  SELECT
    due_binding.space_id,
    due_binding.day,
    packed_changes(
      list(
        ((event.ts % 86400000)::UBIGINT << 37)
          | (event.id::UBIGINT << 1)
          | (event.trajectory * due_binding.sensor_placement > 0)::UBIGINT
      )
    ) AS changes
  FROM valid_event AS event
  JOIN due_binding
    ON due_binding.sensor = event.sensor
    AND due_binding.day = (event.ts // 86400000)::INTEGER
    AND event.ts >= due_binding.valid_from
    AND event.ts < due_binding.valid_to
  WHERE event.ts >= $start_ts
    AND event.ts < $end_ts
  GROUP BY due_binding.space_id, due_binding.day
)
SELECT space_id, day, coalesce(changes, []::UINTEGER[]) AS changes
FROM due
LEFT JOIN derived USING (space_id, day)
ORDER BY space_id, day
