-- Macros that the macros for users consist of. Grain: one value, or one row, as a comment says.

-- One value: a timestamp, date or text as ms since the epoch; without an offset it is UTC (D1).
CREATE MACRO base.to_ms(instant) AS epoch_ms(instant::TIMESTAMPTZ);

-- One value: the number of the space of an id or a name. An error if there is none, or several.
CREATE MACRO base.find_space(space) AS (
  SELECT
    CASE
      WHEN min(wanted) IS NULL THEN NULL
      WHEN count(id) FILTER (key = wanted) = 1 THEN max(id) FILTER (key = wanted)
      WHEN count(id) = 1 THEN max(id)
      WHEN count(id) = 0 THEN error(format('no space has the id or the name "{}"', min(wanted)))
      ELSE error(format('{} spaces are called "{}"; use an id', count(id), min(wanted)))
    END
  FROM (SELECT space::VARCHAR AS wanted)
  LEFT JOIN base.space ON key = wanted OR name = wanted
);

-- One row: the number of the space and the range, in ms, that a user asks for; it ends by the present of the copy.
CREATE MACRO base.question(space, start_time, end_time) AS TABLE
SELECT
  base.find_space(space) AS question_space,
  base.to_ms(start_time) AS question_start,
  least(base.to_ms(end_time), (SELECT ts FROM base.source)) AS question_end;

-- One row per change of a space's count, ascending, from the beginning of the hour before `first_ts` up to, not
-- including, `end_ts`; before them one that is no change, of no `kind`, with the count at that beginning. `nth` numbers
-- them in D6's order. The count is D7's: entrances less exits since the last reset, minus the lowest value of this
-- sum if it was below 0.
CREATE MACRO base.changes(of_space, first_ts, end_ts) AS TABLE
WITH asked AS (
  SELECT of_space AS asked_space, first_ts AS asked_first, end_ts AS asked_end
),
origin AS (
  -- Before a space's first hour there are no changes.
  SELECT
    asked_space,
    asked_end,
    coalesce(max(start_ts), asked_first) AS origin_ts,
    coalesce(arg_max(opening, start_ts), 0) AS opening
  FROM asked
  LEFT JOIN base.hour
    ON space_id = asked_space
    AND start_ts < asked_first
  WHERE asked_space IS NOT NULL
  GROUP BY asked_space, asked_first, asked_end
),
-- The hours of UTC that a sensor's events may be in: DuckDB reads no others.
event_hour AS (
  SELECT
    sensor,
    doorway_id,
    sensor_placement,
    greatest(origin_ts, valid_from) AS from_ts,
    least(asked_end, valid_to) AS to_ts,
    unnest(
      range(
        greatest(origin_ts, source.first_ts) // 3600000,
        least(asked_end - 1, source.ts) // 3600000 + 1
      )
    )::INTEGER AS hour
  FROM origin
  JOIN base.binding ON space_id = asked_space
  CROSS JOIN base.source
),
step AS (
  SELECT
    event.ts,
    1 AS phase,
    event.id,
    'event' AS kind,
    doorway_id,
    trajectory * sensor_placement AS direction,
    NULL::INTEGER AS reset_to
  FROM event_hour
  JOIN base.event USING (sensor, hour)
  WHERE base.is_within(event.ts, from_ts, to_ts)
  UNION ALL
  SELECT ts, 1, id, 'event', NULL, direction, NULL
  FROM base.retained_change
  JOIN origin
    ON space_id = asked_space
    AND base.is_within(ts, origin_ts, asked_end)
  UNION ALL
  SELECT ts, 0, id, kind, NULL, NULL, count
  FROM base.reset_change
  JOIN origin
    ON space_id = asked_space
    AND base.is_within(ts, origin_ts, asked_end)
  UNION ALL
  SELECT origin_ts, -1, 0, NULL, NULL, NULL, opening
  FROM origin
),
numbered AS (
  SELECT
    *,
    row_number() OVER in_order AS nth,
    count(reset_to) OVER in_order AS period
  FROM step
  WINDOW in_order AS (ORDER BY ts, phase, id ROWS UNBOUNDED PRECEDING)
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
  phase,
  id,
  kind,
  doorway_id,
  direction,
  coalesce(lag(count) OVER (ORDER BY nth), 0) AS count_before,
  count
FROM settled;

-- One value: a step such as `15m` or `1M` as a struct of its length: ms, days or months, the others null (D11). An
-- error if the text is not one.
CREATE MACRO base.read_step(text) AS (
  SELECT
    CASE
      WHEN wanted IS NULL THEN NULL
      WHEN amount < 1 OR amount > longest OR longest IS NULL THEN error(
        format(
          '"{}" is not a step; use a whole number followed by s, m, h, d, w or M (months), from 1s to 10 years',
          wanted
        )
      )
      ELSE {
        'ms': CASE unit WHEN 's' THEN amount * 1000 WHEN 'm' THEN amount * 60000 WHEN 'h' THEN amount * 3600000 END,
        'days': CASE unit WHEN 'd' THEN amount WHEN 'w' THEN amount * 7 END,
        'months': CASE WHEN unit IN ('M', 'mo') THEN amount END
      }
    END
  FROM (
    SELECT
      wanted,
      unit,
      try_cast(regexp_extract(wanted, '^\d{1,12}') AS BIGINT) AS amount,
      CASE unit
        WHEN 's' THEN 315619200
        WHEN 'm' THEN 5260320
        WHEN 'h' THEN 87672
        WHEN 'd' THEN 3653
        WHEN 'w' THEN 521
        WHEN 'M' THEN 120
        WHEN 'mo' THEN 120
      END AS longest
    FROM (
      SELECT wanted, regexp_extract(wanted, '^\d{1,12}(s|m|h|d|w|mo|M)$', 1) AS unit
      FROM (SELECT text::VARCHAR AS wanted)
    )
  )
);

-- One row per interval of a range (D10): its start and its end, in ms. Days and months step by the calendar
-- of the zone, each boundary computed from the start; a date that does not exist has none (D2).
CREATE MACRO base.grid(range_start, range_end, step, zone) AS TABLE
WITH asked AS (
  SELECT range_start AS first_ts, range_end AS last_ts, step AS length, zone AS in_zone
),
started AS (
  SELECT asked.*, first_ts + offset_ms AS local_start
  FROM asked
  JOIN base.zone_span
    ON time_zone = in_zone
    AND base.is_within(first_ts, from_ts, to_ts)
  WHERE first_ts < last_ts
),
sized AS (
  SELECT
    *,
    CASE
      WHEN length.ms IS NOT NULL THEN (last_ts - first_ts + length.ms - 1) // length.ms
      ELSE (last_ts - first_ts) // (coalesce(length.days, length.months * 28) * 86400000) + 3
    END AS steps
  FROM started
),
numbered AS (
  SELECT
    *,
    unnest(
      range(
        CASE
          WHEN steps > 1000003 THEN error('the range has more than 1,000,000 intervals; ask for a shorter one or a longer step')
          ELSE steps
        END
      )
    ) AS nth
  FROM sized
),
fixed AS (
  SELECT first_ts + nth * length.ms AS boundary, last_ts
  FROM numbered
  WHERE length.ms IS NOT NULL
),
local AS (
  SELECT
    first_ts,
    last_ts,
    in_zone,
    nth,
    CASE
      WHEN length.days IS NOT NULL THEN local_start + nth * length.days * 86400000
      ELSE epoch_ms(make_timestamp_ms(local_start) + to_months((nth * length.months)::INTEGER))
    END AS local_boundary
  FROM numbered
  WHERE length.ms IS NULL
),
calendar AS (
  SELECT
    CASE WHEN nth = 0 THEN first_ts ELSE local_boundary - offset_ms END AS boundary,
    first_ts,
    last_ts
  FROM local
  JOIN base.zone_span
    ON time_zone = in_zone
    AND base.is_within(local_boundary, local_from, local_to)
),
boundaries AS (
  SELECT boundary, last_ts FROM fixed
  UNION
  SELECT boundary, last_ts FROM calendar
  WHERE boundary >= first_ts
    AND boundary < last_ts
)
SELECT boundary AS interval_start, lead(boundary, 1, last_ts) OVER (ORDER BY boundary) AS interval_end
FROM boundaries;
