-- Readings of devices (D31).

-- name: lines
-- Grain: one row per line that is stored.
-- not null: line
SELECT line
FROM reading_line

-- name: after-lines
-- Grain: one row per reading that has come after the stored line of its sensor, or of a sensor that has none.
SELECT reading.*
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
SELECT DISTINCT reading.*
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
WHERE details ->> '$.importId' = $import_id
GROUP BY sensor
ORDER BY sensor

-- name: has-before
-- Grain: one row.
SELECT EXISTS (
    FROM reading
    WHERE coalesce(end_ts, ts, received_at) < $instant
  ) AS has_before

-- name: count-readings
SELECT count(*) AS total
FROM reading
WHERE sensor = $sensor
  AND coalesce(ts, received_at) >= $start_ts
  AND coalesce(ts, received_at) < $end_ts

-- name: list-readings
-- Grain: one row per reading of a page.
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
  sensor AS "sensorKey",
  greatest(coalesce(last.number, 0), coalesce(reading_line.readings, 0))::DOUBLE AS readings,
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
    reading.number::BIGINT AS number,
    reading.kind::VARCHAR AS kind,
    reading.ts,
    reading.end_ts,
    reading.in_value,
    reading.out_value,
    (reading.details ->> '$.coverage')::DOUBLE AS coverage,
    reading.received_at,
    reading.result::VARCHAR AS result,
    reading.counted_in::BIGINT AS counted_in,
    reading.counted_out::BIGINT AS counted_out,
    reading.details ->> '$.note' AS note
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
  count(*)::DOUBLE AS rows,
  (
    sum(
      ((31 * sensor::BIGINT + number) % 1000003 + 1)
      * (
        (
          coalesce(ts, received_at)
          + 3 * coalesce(end_ts, 0)
          + 5 * (coalesce(in_value, 0) % 1000003)
          + 7 * (coalesce(out_value, 0) % 1000003)
          + 11 * counted_in::BIGINT
          + 13 * counted_out::BIGINT
          + 17 * length(result)
          + 19 * ascii(result)
          + received_at
        ) % 1000003
        + 1
      )
    ) % 4503599627370449
  )::DOUBLE AS checksum
FROM reading
WHERE coalesce(end_ts, ts, received_at) >= $start_ts
GROUP BY month

-- name: differences
-- Grain: one row per sensor of whose readings some have other events in the log than they have counted: how many, and the
-- first of them. A reading is named by the end of its span, exclusive, in a range of ms. Events are grouped by what their
-- ids begin with, the span, before this is read: a log has many more events than readings.
--
-- Left out are spans of which events have been removed, and readings that were voided with their events. Voided events may
-- lack, never be too many. Events that came in files may have the ids of readings, too.
WITH log_start AS (
  SELECT coalesce(max(boundary), -9223372036854775808) AS start_ts
  FROM removal
),
spread AS MATERIALIZED (
  SELECT
    event.sensor,
    regexp_extract(event.event_id, '^(rdg_.*-)[0-9a-z]+$', 1) AS prefix,
    count(*) FILTER (event.trajectory = 1 AND voided_event.id IS NULL) AS valid_in,
    count(*) FILTER (event.trajectory = -1 AND voided_event.id IS NULL) AS valid_out,
    count(*) FILTER (event.trajectory = 1 AND voided_event.id IS NOT NULL) AS voided_in,
    count(*) FILTER (event.trajectory = -1 AND voided_event.id IS NOT NULL) AS voided_out
  FROM event
  LEFT JOIN voided_event USING (id)
  WHERE starts_with(event.event_id, 'rdg_')
  GROUP BY event.sensor, prefix
),
span AS (
  SELECT
    *,
    regexp_extract(
      prefix,
      '^rdg_(-?[0-9a-z]{1,11})-([0-9]{1,15})-(?:[0-9a-z]+-(?:([0-9a-z]{1,6})-(?:[0-9a-z]+-)?)?)?$',
      ['from_ts', 'length', 'register']
    ) AS part
  FROM spread
),
crossing_span AS (
  SELECT
    CASE WHEN part.register IN ('', '0') THEN sensor ELSE from_base36(part.register) END AS sensor,
    sensor AS event_sensor,
    prefix,
    from_base36(part.from_ts) AS from_ts,
    from_base36(part.from_ts) + part.length::BIGINT AS until_ts,
    valid_in,
    valid_out,
    voided_in,
    voided_out
  FROM span
  WHERE part.from_ts <> ''
),
counted AS (
  SELECT
    sensor,
    coalesce(end_ts, ts) AS until_ts,
    min(ts) AS from_ts,
    sum(counted_in)::BIGINT AS counted_in,
    sum(counted_out)::BIGINT AS counted_out,
    bool_or(result = 'voided') AS is_voided
  FROM reading
  WHERE ts IS NOT NULL
    AND result NOT IN ('duplicate', 'conflict', 'refused')
  GROUP BY ALL
),
-- The first totals of a direction since the log start: their spans begin before it.
first_total AS (
  SELECT
    sensor,
    arg_min(ts, number) FILTER (in_value IS NOT NULL) AS in_ts,
    arg_min(ts, number) FILTER (out_value IS NOT NULL) AS out_ts
  FROM reading
  JOIN log_start ON reading.ts >= log_start.start_ts AND log_start.start_ts > -9223372036854775808
  WHERE kind = 'total'
    AND result NOT IN ('late', 'duplicate', 'conflict', 'refused', 'withdrawn')
  GROUP BY sensor
),
logged AS (
  SELECT
    sensor,
    until_ts,
    min(from_ts) AS from_ts,
    sum(valid_in)::BIGINT AS valid_in,
    sum(valid_out)::BIGINT AS valid_out,
    sum(voided_in)::BIGINT AS voided_in,
    sum(voided_out)::BIGINT AS voided_out
  FROM crossing_span
  GROUP BY sensor, until_ts
),
compared AS (
  SELECT
    sensor,
    until_ts,
    coalesce(counted.counted_in, 0) AS counted_in,
    coalesce(counted.counted_out, 0) AS counted_out,
    coalesce(logged.valid_in, 0) AS valid_in,
    coalesce(logged.valid_out, 0) AS valid_out,
    coalesce(logged.voided_in, 0) AS voided_in,
    coalesce(logged.voided_out, 0) AS voided_out
  FROM counted
  FULL JOIN logged USING (sensor, until_ts)
  LEFT JOIN first_total USING (sensor)
  CROSS JOIN log_start
  WHERE until_ts > $start_ts
    AND until_ts <= $end_ts
    AND coalesce(logged.from_ts, counted.from_ts) >= log_start.start_ts
    AND coalesce(counted.from_ts, logged.from_ts) >= log_start.start_ts
    AND until_ts IS DISTINCT FROM first_total.in_ts
    AND until_ts IS DISTINCT FROM first_total.out_ts
    AND counted.is_voided IS DISTINCT FROM true
),
suspect AS MATERIALIZED (
  SELECT *
  FROM compared
  WHERE valid_in > counted_in
    OR valid_out > counted_out
    OR valid_in + voided_in < counted_in
    OR valid_out + voided_out < counted_out
),
suspect_event AS MATERIALIZED (
  SELECT suspect.sensor, suspect.until_ts, event.id, event.trajectory
  FROM suspect
  JOIN crossing_span USING (sensor, until_ts)
  JOIN event
    ON event.sensor = crossing_span.event_sensor
    AND starts_with(event.event_id, crossing_span.prefix)
    AND regexp_extract(event.event_id, '^(rdg_.*-)[0-9a-z]+$', 1) = crossing_span.prefix
  ANTI JOIN voided_event ON voided_event.id = event.id
),
from_file AS (
  SELECT
    sensor,
    until_ts,
    count(*) FILTER (trajectory = 1) AS events_in,
    count(*) FILTER (trajectory = -1) AS events_out
  FROM suspect_event
  JOIN (
    SELECT unnest(first_ids) AS first_id, unnest(last_ids) AS last_id
    FROM "import"
    WHERE kind = 'events'
  ) AS file_range ON suspect_event.id BETWEEN file_range.first_id AND file_range.last_id
  GROUP BY sensor, until_ts
),
differing AS (
  SELECT
    sensor,
    until_ts,
    counted_in,
    counted_out,
    valid_in - coalesce(events_in, 0) AS events_in,
    valid_out - coalesce(events_out, 0) AS events_out
  FROM suspect
  LEFT JOIN from_file USING (sensor, until_ts)
  WHERE valid_in - coalesce(events_in, 0) > counted_in
    OR valid_out - coalesce(events_out, 0) > counted_out
    OR valid_in - coalesce(events_in, 0) + voided_in < counted_in
    OR valid_out - coalesce(events_out, 0) + voided_out < counted_out
)
SELECT
  coalesce(serial_number, differing.sensor::VARCHAR) AS serial_number,
  count(*) AS readings,
  min(until_ts) AS first_ts,
  sum(counted_in)::BIGINT AS counted_in,
  sum(counted_out)::BIGINT AS counted_out,
  sum(events_in)::BIGINT AS events_in,
  sum(events_out)::BIGINT AS events_out
FROM differing
LEFT JOIN sensor ON sensor.key = differing.sensor
GROUP BY differing.sensor, serial_number
ORDER BY serial_number
