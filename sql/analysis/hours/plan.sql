-- Grain: one row a space that has changes, and from where on its hours are to be derived again: an hour that is
-- there, with the count at its start, or (without one) its first change. Hours rest on what was known of events,
-- resets and rules when they were derived; from the first difference on they are stale.
INSERT INTO base.hours_plan
WITH difference AS (
  SELECT space_id, -9223372036854775808 AS ts
  FROM base.space_rules
  LEFT JOIN base.hours_space USING (space_id)
  WHERE hours_space.rules IS DISTINCT FROM space_rules.rules
  UNION ALL
  SELECT space_id, ts
  FROM base.reset
  ANTI JOIN base.hours_reset USING (id)
  UNION ALL
  SELECT space_id, ts
  FROM base.hours_reset
  ANTI JOIN base.reset USING (id)
  UNION ALL
  SELECT space_id, ts
  FROM base.bound_event
  WHERE id > $known_event
    AND ts < $known_ts
  UNION ALL
  SELECT binding.space_id, event.ts
  FROM base.voided_event AS event
  JOIN base.binding
    ON binding.sensor = event.sensor
    AND event.ts >= binding.valid_from
    AND event.ts < binding.valid_to
  WHERE event.id NOT IN (SELECT id FROM base.hours_voided)
  UNION ALL
  SELECT id, $known_ts
  FROM base.space
),
stale AS (
  SELECT space_id, min(ts) AS stale_ts
  FROM difference
  SEMI JOIN base.space ON space.id = difference.space_id
  GROUP BY space_id
),
running AS (
  SELECT space_id, start_ts, opening
  FROM stale
  JOIN base.running_hour USING (space_id)
  SEMI JOIN base.hour USING (space_id)
  WHERE start_ts < stale_ts
),
ended AS (
  SELECT
    space_id,
    max(start_ts) FILTER (start_ts < stale_ts) AS start_ts,
    arg_max(opening, start_ts) FILTER (start_ts < stale_ts) AS opening
  FROM (FROM stale ANTI JOIN running USING (space_id))
  JOIN base.hour USING (space_id)
  GROUP BY space_id
  HAVING max(start_ts) FILTER (start_ts < stale_ts) > min(start_ts)
),
beginning AS (
  FROM stale
  ANTI JOIN running USING (space_id)
  ANTI JOIN ended USING (space_id)
),
first_change AS (
  SELECT space_id, min(ts) AS start_ts
  FROM (
    SELECT space_id, ts
    FROM beginning
    JOIN base.bound_event USING (space_id)
    UNION ALL
    SELECT space_id, ts
    FROM beginning
    JOIN base.reset USING (space_id)
  )
  WHERE ts < (SELECT ts FROM base.as_of)
  GROUP BY space_id
)
SELECT
  (row_number() OVER (ORDER BY space_id) - 1)::INTEGER AS position,
  space_id,
  start_ts,
  opening
FROM (
  FROM running
  UNION ALL
  FROM ended
  UNION ALL
  SELECT space_id, start_ts, NULL
  FROM first_change
)
