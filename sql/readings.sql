-- Readings of devices (D31).

-- name: lines
-- Grain: one row per line that is stored.
-- not null: line
SELECT line
FROM reading_line

-- name: after-lines
-- Grain: one row per reading that has come after the stored line of its sensor, or of a sensor that has none.
SELECT
  reading.sensor,
  reading.number,
  reading.kind,
  reading.ts,
  reading.end_ts,
  reading.in_value,
  reading.out_value,
  reading.coverage,
  reading.width,
  reading.is_boot,
  reading.is_undirected,
  reading.time_zone,
  reading.import_id,
  reading.received_at,
  reading.result,
  reading.counted_in,
  reading.counted_out,
  reading.note
FROM reading
LEFT JOIN reading_line USING (sensor)
WHERE reading.number > coalesce(reading_line.readings, 0)
ORDER BY reading.sensor, reading.number

-- name: remove-lines
DELETE FROM reading_line
WHERE sensor IN (SELECT unnest($sensors))

-- name: create-incoming
-- Grain: one row per reading of a file that is about to be stored.
CREATE OR REPLACE TEMP TABLE incoming_reading AS
FROM reading
LIMIT 0

-- name: create-revised
-- Grain: one row per stored reading of which something else has become.
CREATE OR REPLACE TEMP TABLE revised_reading AS
FROM reading
LIMIT 0

-- name: create-crossings
-- Grain: one row per reading of a file that has counted: its crossings are spread over the span, and have the rows from
-- `first_row` on, those in before those out.
CREATE OR REPLACE TEMP TABLE crossings (
  first_row BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  from_ts BIGINT NOT NULL,
  to_ts BIGINT NOT NULL,
  passages_in INTEGER NOT NULL,
  passages_out INTEGER NOT NULL,
  id_prefix VARCHAR NOT NULL
)

-- name: append-incoming
INSERT INTO reading
FROM incoming_reading

-- name: remove-revised
DELETE FROM reading
USING revised_reading AS revised
WHERE reading.sensor = revised.sensor
  AND reading.number = revised.number

-- name: find
-- Grain: one row per stored reading that is at the start of a span, or an interval that overlaps it.
WITH span AS (
  SELECT unnest($sensors) AS sensor, unnest($starts) AS start_ts, unnest($ends) AS end_ts
)
SELECT DISTINCT
  reading.sensor,
  reading.number,
  reading.kind,
  reading.ts,
  reading.end_ts,
  reading.in_value,
  reading.out_value,
  reading.coverage,
  reading.width,
  reading.is_boot,
  reading.is_undirected,
  reading.time_zone,
  reading.import_id,
  reading.received_at,
  reading.result,
  reading.counted_in,
  reading.counted_out,
  reading.note
FROM reading
JOIN span
  ON span.sensor = reading.sensor
  AND (
    (reading.kind = 'total' AND reading.ts = span.start_ts)
    OR (reading.kind = 'interval' AND reading.ts < span.end_ts AND reading.end_ts > span.start_ts)
  )
WHERE reading.result NOT IN ('duplicate', 'conflict', 'refused', 'withdrawn')
ORDER BY reading.sensor, reading.number

-- name: sensors-of-import
-- Grain: one row per sensor that has readings of an import.
SELECT sensor, min(coalesce(ts, received_at)) AS first_ts
FROM reading
WHERE import_id = $import_id
GROUP BY sensor
ORDER BY sensor

-- name: count-readings
SELECT count(*) AS total
FROM reading
WHERE sensor = $sensor
  AND coalesce(ts, received_at) >= $start_ts
  AND coalesce(ts, received_at) < $end_ts

-- name: list-readings
-- Grain: one row per reading of a page.
SELECT
  sensor,
  number,
  kind,
  ts,
  end_ts,
  in_value,
  out_value,
  coverage,
  width,
  is_boot,
  is_undirected,
  time_zone,
  import_id,
  received_at,
  result,
  counted_in,
  counted_out,
  note
FROM reading
WHERE sensor = $sensor
  AND coalesce(ts, received_at) >= $start_ts
  AND coalesce(ts, received_at) < $end_ts
ORDER BY $sign * coalesce(ts, received_at), $sign * number
LIMIT $limit
OFFSET $offset

-- name: positions
-- Grain: one row per sensor that has sent readings: how many, and how often they have been replaced or judged again.
SELECT
  sensor,
  greatest(coalesce(last.number, 0), coalesce(reading_line.readings, 0)) AS readings,
  coalesce((reading_line.line ->> '$.revision')::INTEGER, 0) AS revision
FROM (
  SELECT sensor, max(number) AS number
  FROM reading
  GROUP BY sensor
) AS last
FULL JOIN reading_line USING (sensor)
ORDER BY sensor

-- name: copy-readings
-- Grain: one row per reading of some sensors after one number up to another, in a span of time, into a Parquet file.
COPY (
  SELECT
    reading.sensor,
    reading.number,
    reading.kind,
    reading.ts,
    reading.end_ts,
    reading.in_value,
    reading.out_value,
    reading.coverage,
    reading.received_at,
    reading.result,
    reading.counted_in,
    reading.counted_out,
    reading.note
  FROM reading
  JOIN (
    SELECT unnest($sensors) AS sensor, unnest($after_numbers) AS after_number, unnest($last_numbers) AS last_number
  ) AS changed
    ON changed.sensor = reading.sensor
    AND reading.number > changed.after_number
    AND reading.number <= changed.last_number
  WHERE coalesce(reading.ts, reading.received_at) >= $start_ts
    AND coalesce(reading.ts, reading.received_at) < $end_ts
) TO $path (FORMAT parquet)

-- name: month-sums
-- Grain: one row per month of UTC with readings that have not ended before an instant: their number and a checksum.
SELECT
  strftime(make_timestamp_ms(coalesce(ts, received_at)), '%Y%m')::INTEGER AS month,
  count(*) AS rows,
  (
    sum(
      ((31 * sensor::BIGINT + number) % 1000003 + 1)
      * (
        (
          coalesce(ts, received_at)
          + 3 * coalesce(end_ts, 0)
          + 5 * (coalesce(in_value, 0) % 1000003)
          + 7 * (coalesce(out_value, 0) % 1000003)
          + 11 * counted_in
          + 13 * counted_out
          + 17 * length(result)
          + 19 * ascii(result)
          + received_at
        ) % 1000003
        + 1
      )
    ) % 4503599627370449
  )::BIGINT AS checksum
FROM reading
WHERE coalesce(end_ts, ts, received_at) >= $start_ts
GROUP BY month
