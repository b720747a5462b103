-- Grain: one row an interval of a range (D10): its start and its end, in ms. Days and months step by the calendar
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
    AND first_ts >= from_ts
    AND first_ts < to_ts
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
    AND local_boundary >= local_from
    AND local_boundary < local_to
),
boundaries AS (
  SELECT boundary, last_ts FROM fixed
  UNION
  SELECT boundary, last_ts FROM calendar
  WHERE boundary >= first_ts
    AND boundary < last_ts
)
SELECT boundary AS interval_start, lead(boundary, 1, last_ts) OVER (ORDER BY boundary) AS interval_end
FROM boundaries
