-- Grain: one row a change of a space's count, ascending, from the beginning of the hour before `first_ts` up to, not
-- including, `end_ts`; before them one that is no change, of no `kind`, with the count at that beginning. `nth` numbers
-- them in D6's order. The count is D7's: what has come and gone since the last reset, less the lowest that this has
-- been where it was below 0.
CREATE MACRO base.changes(of_space, first_ts, end_ts) AS TABLE
WITH asked AS (
  SELECT of_space AS asked_space, first_ts AS asked_first, end_ts AS asked_end
),
origin AS (
  -- Before a space's first hour nothing has changed.
  SELECT
    asked_space,
    asked_end,
    coalesce(max(start_ts), asked_first) AS origin_ts,
    coalesce(arg_max(opening, start_ts), 0) AS opening
  FROM asked
  LEFT JOIN base.space_hour
    ON space_id = asked_space
    AND start_ts < asked_first
  WHERE asked_space IS NOT NULL
  GROUP BY asked_space, asked_first, asked_end
),
-- The hours of UTC that a sensor's events may lie in: DuckDB looks into no others.
place_of AS (
  SELECT
    sensor,
    doorway_id,
    sensor_placement,
    greatest(origin_ts, valid_from) AS from_ts,
    least(asked_end, valid_to) AS to_ts,
    unnest(
      range(
        greatest(origin_ts, as_of.first_ts) // 3600000,
        least(asked_end - 1, as_of.ts) // 3600000 + 1
      )
    )::INTEGER AS hour
  FROM origin
  JOIN base.binding ON space_id = asked_space
  CROSS JOIN base.as_of
),
step AS (
  SELECT
    event.ts,
    1 AS place,
    event.id,
    'event' AS kind,
    sensor,
    doorway_id,
    trajectory * sensor_placement AS direction,
    NULL::INTEGER AS reset_to
  FROM place_of
  JOIN base.event USING (sensor, hour)
  WHERE event.ts >= from_ts
    AND event.ts < to_ts
  UNION ALL
  SELECT ts, 1, id, 'event', NULL, NULL, direction, NULL
  FROM base.kept_change
  JOIN origin
    ON space_id = asked_space
    AND ts >= origin_ts
    AND ts < asked_end
  UNION ALL
  SELECT ts, 0, id, kind, NULL, NULL, NULL, count
  FROM base.reset_change
  JOIN origin
    ON space_id = asked_space
    AND ts >= origin_ts
    AND ts < asked_end
  UNION ALL
  SELECT origin_ts, -1, 0, NULL, NULL, NULL, NULL, opening
  FROM origin
),
numbered AS (
  SELECT
    *,
    row_number() OVER in_order AS nth,
    count(reset_to) OVER in_order AS period
  FROM step
  WINDOW in_order AS (ORDER BY ts, place, id ROWS UNBOUNDED PRECEDING)
),
summed AS (
  SELECT *, sum(coalesce(reset_to, direction)) OVER (PARTITION BY period ORDER BY nth ROWS UNBOUNDED PRECEDING) AS net
  FROM numbered
),
settled AS (
  SELECT
    *,
    (net - least(0, min(net) OVER (PARTITION BY period ORDER BY nth ROWS UNBOUNDED PRECEDING)))::INTEGER AS count
  FROM summed
)
SELECT
  nth,
  ts,
  place,
  id,
  kind,
  sensor,
  doorway_id,
  direction,
  coalesce(lag(count) OVER (ORDER BY nth), 0) AS count_before,
  count
FROM settled
