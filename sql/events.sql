-- The log of events: appending, looking up, listing and voiding, and the requests with an Idempotency-Key.

-- name: create-incoming
-- Grain: one row per event about to enter the log, in the order of the input.
CREATE OR REPLACE TEMP TABLE incoming AS
WITH known AS (
  SELECT serial_number, key
  FROM sensor
  UNION ALL
  SELECT serial_number, key
  FROM new_sensor
)
SELECT judged.row, judged.ts, known.key AS sensor, judged.trajectory, judged.event_id
FROM judged
JOIN known USING (serial_number)
WHERE judged.problem IS NULL

-- name: spread-incoming
-- Grain: one row per event about to enter the log, of those that readings of a file make. `spreadCrossings` and
-- `crossingId` in src/readings/spread.ts are the definition; test/property/spread-crossings.test.ts compares the two.
CREATE OR REPLACE TEMP TABLE incoming AS
SELECT
  first_row + number AS row,
  from_ts + ((2 * number + 1) * if(to_ts = from_ts, 1000, to_ts - from_ts)) // (2 * passages) AS ts,
  sensor,
  trajectory,
  id_prefix || lower(to_base(number, 36)) AS event_id
FROM (
  SELECT *, unnest(range(passages)) AS number
  FROM (
    SELECT *, 1::TINYINT AS trajectory, passages_in AS passages
    FROM crossings
    UNION ALL
    SELECT * REPLACE (first_row + passages_in AS first_row), -1::TINYINT AS trajectory, passages_out AS passages
    FROM crossings
  )
)

-- name: unknown-serials
-- Grain: one row per sensor that the input names and the catalog does not know, in order of appearance.
SELECT serial_number
FROM judged
ANTI JOIN sensor USING (serial_number)
WHERE problem IS NULL
GROUP BY serial_number
ORDER BY min(row)

-- name: drop-repeated
-- Removes incoming events that repeat an earlier one of the same input, unless they are further crossings by the rule
-- (D9; `isFurtherCrossing` in src/domain/sensor-report.ts). Most inputs have none. Finding events that share a sensor
-- and a millisecond first, in order, takes half as long as grouping all events.
DELETE FROM incoming
USING (
  SELECT sensor, ts, trajectory, event_id, min(row) AS first_row
  FROM incoming
  SEMI JOIN (
    SELECT ts, sensor
    FROM incoming
    WINDOW in_order AS (ORDER BY ts, sensor)
    QUALIFY ts = lag(ts) OVER in_order AND sensor = lag(sensor) OVER in_order
  ) AS shared USING (ts, sensor)
  GROUP BY ALL
  HAVING count(*) > 1
) AS repeated
WHERE incoming.sensor = repeated.sensor
  AND incoming.ts = repeated.ts
  AND incoming.trajectory = repeated.trajectory
  AND incoming.event_id IS NOT DISTINCT FROM repeated.event_id
  AND incoming.row > repeated.first_row
  AND NOT (
    incoming.event_id IS NULL
    AND ($rule = 'keep' OR ($rule = 'auto' AND incoming.ts % 1000 = 0))
  )

-- name: drop-stored
-- Removes incoming events that the log already holds (D9).
DELETE FROM incoming
USING repeatable_event AS event
WHERE event.ts BETWEEN $first_ts AND $last_ts
  AND incoming.sensor = event.sensor
  AND incoming.ts = event.ts
  AND incoming.trajectory = event.trajectory
  AND incoming.event_id IS NOT DISTINCT FROM event.event_id

-- name: incoming-summary
-- null: first_ts, last_ts, last_row
SELECT count(*) AS events, min(ts) AS first_ts, max(ts) AS last_ts, max(row) AS last_row
FROM incoming

-- name: staged-part
-- Grain: one row per incoming event of some rows of the input, in their order.
SELECT row, ts, sensor, trajectory, event_id
FROM incoming
WHERE row >= $first_row AND row < $end_row
ORDER BY row

-- name: append-load
-- Ids follow the order of the input (D6). {events} has the events of the load: `incoming`, or `load_part`.
INSERT INTO event (id, ts, sensor, trajectory, event_id)
SELECT $first_id + row, ts, sensor, trajectory, event_id
FROM {events}

-- name: mark-load
-- Grain: one row per space and UTC day that the events of a load may count for: events of a sensor and day are joined
-- with the bindings together.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT binding.space_id, busy.day
FROM (
  SELECT sensor, ts // 86400000 AS day, min(ts) AS first_ts, max(ts) AS last_ts
  FROM {events}
  GROUP BY sensor, day
) AS busy
JOIN binding
  ON binding.sensor = busy.sensor
  AND busy.last_ts >= binding.valid_from
  AND busy.first_ts < binding.valid_to

-- name: remove-parts
DELETE FROM load_part

-- name: create-sought
-- Grain: one row per event whose identity is looked up; `row` is its index in the batch.
CREATE OR REPLACE TEMP TABLE sought (
  row INTEGER,
  sensor INTEGER,
  ts BIGINT,
  trajectory TINYINT,
  event_id VARCHAR
)

-- name: find-sought
-- Grain: one row per sought event whose identity the log already holds (D9).
SELECT row
FROM sought
SEMI JOIN repeatable_event AS event
  ON event.sensor = sought.sensor
  AND event.ts = sought.ts
  AND event.trajectory = sought.trajectory
  AND event.event_id IS NOT DISTINCT FROM sought.event_id
  AND event.ts BETWEEN $first_ts AND $last_ts

-- name: latest-of-sensors
-- Grain: one row per sensor with events: the timestamp of its latest.
SELECT sensor, max(ts) AS ts
FROM event
GROUP BY sensor

-- name: last-of-sensors
-- Grain: one row per sensor with events since an instant: the last of them.
SELECT sensor.id AS sensor_id, max(event.ts) AS ts
FROM event
JOIN sensor ON sensor.key = event.sensor
WHERE event.ts >= $since
GROUP BY sensor.id

-- name: last-id
SELECT greatest(
  (SELECT coalesce(max(id), 0) FROM event),
  (SELECT coalesce(max(last_event_id), 0) FROM removal),
  (SELECT coalesce(max(last_event_id), 0) FROM accepted_loss)
) AS id

-- name: log-summary
-- Grain: one row: the log and its stale runs (the same day of a space may be marked twice).
SELECT
  (SELECT count(*) FROM event)::DOUBLE AS events,
  (SELECT coalesce(sum(events), 0) FROM removal)::DOUBLE AS "removedEvents",
  (SELECT count(*) FROM (SELECT DISTINCT space_id, day FROM stale_run))::DOUBLE AS "staleRuns"

-- name: valid-event
-- Grain: the valid event of an id, if there is one.
SELECT ts
FROM valid_event
WHERE id = $id

-- name: find-event
-- Grain: the valid event of an id, if there is one, with the doorway its sensor was at then (D5).
-- null: doorwayId
SELECT
  id,
  ts::DOUBLE AS timestamp,
  sensor_id AS "sensorId",
  trajectory,
  doorway_id AS "doorwayId",
  resolution::DOUBLE AS resolution
FROM listed_event($ts, $ts + 1, NULL, NULL, NULL)
WHERE id = $id

-- name: events-after
-- Grain: one row per valid event with an id in a range, in order of arrival.
SELECT id, ts::DOUBLE AS timestamp, sensor AS "sensorKey", trajectory, event_id AS "eventId"
FROM valid_event
WHERE id > $after_id
  AND id <= $last_id
ORDER BY id

-- name: events-of-readings
-- Grain: one row per valid event that a reading of some sensors has made in a span of time, in order of arrival.
SELECT id, ts::DOUBLE AS timestamp, sensor AS "sensorKey", trajectory, event_id AS "eventId"
FROM valid_event
WHERE list_contains($sensors, sensor)
  AND ts >= $start_ts
  AND ts < $end_ts
  AND starts_with(event_id, 'rdg_')
  AND NOT EXISTS (
    SELECT 1
    FROM (SELECT unnest($first_ids) AS first_id, unnest($last_ids) AS last_id) AS span
    WHERE valid_event.id BETWEEN span.first_id AND span.last_id
  )
ORDER BY id

-- name: valid-of-sensor
-- Grain: one row per valid event of a sensor in a span of time, in order of arrival.
SELECT id, sensor, ts, trajectory
FROM valid_event
WHERE sensor = $sensor
  AND ts >= $from_ts
  AND ts < $to_ts
ORDER BY id

-- name: valid-in-ranges
-- Grain: one row per valid event with an id in one of some ranges, which do not overlap, in order of arrival.
SELECT event.id, event.sensor, event.ts, event.trajectory
FROM valid_event AS event
JOIN (SELECT unnest($first_ids) AS first_id, unnest($last_ids) AS last_id) AS span
  ON event.id >= span.first_id
  AND event.id <= span.last_id
ORDER BY event.id

-- name: create-voiding
-- Grain: one row per event that is about to be voided.
CREATE OR REPLACE TEMP TABLE voiding (id BIGINT)

-- name: count-voiding
-- The number of those that are valid.
SELECT count(*) AS events
FROM valid_event
SEMI JOIN voiding USING (id)
WHERE id BETWEEN (SELECT min(id) FROM voiding) AND (SELECT max(id) FROM voiding)

-- name: insert-voided
INSERT INTO voided_event (id, voided_at)
SELECT id, $voided_at
FROM voiding

-- name: mark-voiding
-- Grain: one row per space and UTC day that some of them count for.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT space_id, day
FROM bound_event
SEMI JOIN voiding USING (id)
WHERE id BETWEEN (SELECT min(id) FROM voiding) AND (SELECT max(id) FROM voiding)

-- name: effects-at
-- Grain: one row per event at one of some instants and a space it counted for, oldest first (D6).
-- null: doorwayId
-- not null: spaceId
SELECT
  id,
  ts::DOUBLE AS timestamp,
  sensor_id AS "sensorId",
  trajectory,
  doorway_id AS "doorwayId",
  resolution::DOUBLE AS resolution,
  space_id AS "spaceId",
  direction
FROM space_event
WHERE ts IN (SELECT unnest($instants))
  AND ts BETWEEN $first_ts AND $last_ts
ORDER BY ts, id, space_id

-- name: count-events
SELECT count(*) AS total
FROM listed_event($start_ts, $end_ts, $sensor_id, $doorway_id, $space_ids)
WHERE $trajectory IS NULL OR trajectory = $trajectory

-- name: list-events
-- Grain: one row per event in a range after a certain one, if any; oldest first with a sign of 1, newest first with -1.
-- null: doorwayId
SELECT
  id,
  ts::DOUBLE AS timestamp,
  sensor_id AS "sensorId",
  trajectory,
  doorway_id AS "doorwayId",
  resolution::DOUBLE AS resolution
FROM listed_event($start_ts, $end_ts, $sensor_id, $doorway_id, $space_ids)
WHERE ($trajectory IS NULL OR trajectory = $trajectory)
  AND (
    $after_id IS NULL
    OR ts * $sign > $after_ts * $sign
    OR (ts = $after_ts AND id * $sign > $after_id * $sign)
  )
ORDER BY ts * $sign, id * $sign
LIMIT $limit OFFSET $offset

-- name: count-space-events
SELECT count(*) AS total
FROM bound_event
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)

-- name: list-space-events
-- Grain: one row per event of a space in a range, as `list-events` has them.
-- null: doorwayId
-- not null: spaceId
SELECT
  id,
  ts::DOUBLE AS timestamp,
  sensor_id AS "sensorId",
  trajectory,
  doorway_id AS "doorwayId",
  resolution::DOUBLE AS resolution,
  space_id AS "spaceId",
  direction
FROM space_event
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)
  AND (
    $after_id IS NULL
    OR ts * $sign > $after_ts * $sign
    OR (ts = $after_ts AND id * $sign > $after_id * $sign)
  )
ORDER BY ts * $sign, id * $sign
LIMIT $limit OFFSET $offset

-- name: count-measured-events
-- As `count-space-events`, in some windows, which do not overlap.
SELECT count(*) AS total
FROM bound_event
JOIN (SELECT unnest($opens) AS opens, unnest($closes) AS closes) AS measured_window
  ON ts >= opens
  AND ts < closes
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)

-- name: list-measured-events
-- Grain: one row per event of a space in a range and in one of some windows, as `list-events` has them.
-- null: doorwayId
-- not null: spaceId
SELECT
  id,
  ts::DOUBLE AS timestamp,
  sensor_id AS "sensorId",
  trajectory,
  doorway_id AS "doorwayId",
  resolution::DOUBLE AS resolution,
  space_id AS "spaceId",
  direction
FROM space_event
JOIN (SELECT unnest($opens) AS opens, unnest($closes) AS closes) AS measured_window
  ON ts >= opens
  AND ts < closes
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)
  AND (
    $after_id IS NULL
    OR ts * $sign > $after_ts * $sign
    OR (ts = $after_ts AND id * $sign > $after_id * $sign)
  )
ORDER BY ts * $sign, id * $sign
LIMIT $limit OFFSET $offset

-- name: copy-events
-- Grain: one row per event of the log after one id up to another, in order, into a Parquet file.
COPY (
  SELECT id, ts, sensor, trajectory, event_id
  FROM event
  WHERE id > $after_id
    AND id <= $last_id
) TO $path (FORMAT parquet)

-- name: copy-valid-events
-- Grain: one row per valid event after one id up to another, into a Parquet file.
COPY (
  SELECT id, ts, sensor, trajectory, event_id
  FROM valid_event
  WHERE id > $after_id
    AND id <= $last_id
) TO $path (FORMAT parquet)

-- name: copy-valid-events-in
-- Grain: one row per valid event of a span of time, up to an id, into a Parquet file.
COPY (
  SELECT id, ts, sensor, trajectory, event_id
  FROM valid_event
  WHERE ts >= $from_ts
    AND ts < $to_ts
    AND id <= $last_id
) TO $path (FORMAT parquet)

-- name: copy-space-events-in
-- Grain: one row per valid event of a span of time, up to an id, and a space for which it counts, into a Parquet file.
COPY (
  SELECT space_id, ts, id, direction::TINYINT AS direction, doorway_id, sensor, event_resolution(event_id) AS resolution
  FROM bound_event
  WHERE ts >= $from_ts
    AND ts < $to_ts
    AND id <= $last_id
) TO $path (FORMAT parquet)

-- name: copy-space-events
-- Grain: one row per valid event after one id up to another and a space for which it counts, into a Parquet file.
COPY (
  SELECT space_id, ts, id, direction::TINYINT AS direction, doorway_id, sensor, event_resolution(event_id) AS resolution
  FROM bound_event
  WHERE id > $after_id
    AND id <= $last_id
) TO $path (FORMAT parquet)

-- name: copy-events-of-space
-- Grain: one row per valid event of a span of time that counts for a space, into a Parquet file.
COPY (
  SELECT space_id, ts, id, direction::TINYINT AS direction, doorway_id, sensor, event_resolution(event_id) AS resolution
  FROM bound_event
  WHERE space_id = $space_id
    AND ts >= $from_ts
    AND ts < $to_ts
) TO $path (FORMAT parquet)

-- name: month-sums
-- Grain: one row per month of UTC with valid events up to an id: their number and a checksum.
SELECT
  strftime(make_timestamp_ms(ts), '%Y%m')::INTEGER AS month,
  count(*)::DOUBLE AS rows,
  (sum((id % 1000003 + 1) * ((ts + trajectory) % 1000003 + 1)) % 4503599627370449)::DOUBLE AS checksum
FROM valid_event
WHERE id <= $last_id
GROUP BY month

-- name: month-sums-of-spaces
-- Grain: one row per month of UTC with valid events up to an id that count for a space: their number and a checksum.
SELECT
  strftime(make_timestamp_ms(ts), '%Y%m')::INTEGER AS month,
  count(*)::DOUBLE AS rows,
  (sum(((id + space_id) % 1000003 + 1) * ((ts + direction) % 1000003 + 1)) % 4503599627370449)::DOUBLE AS checksum
FROM bound_event
WHERE id <= $last_id
GROUP BY month

-- name: spans-of-sensors
-- Grain: one row per sensor and 30 days with events after one id up to another: the timestamps of the first and the last.
SELECT sensor AS "sensorKey", min(ts)::DOUBLE AS first, max(ts)::DOUBLE AS last
FROM event
WHERE id > $after_id
  AND id <= $last_id
GROUP BY sensor, ts // 2592000000

-- name: events-by-hour
-- Grain: one row per hour of UTC with valid events up to an id: their number and the first timestamp, the latest hour first.
SELECT count(*)::DOUBLE AS events, min(ts)::DOUBLE AS first
FROM valid_event
WHERE id <= $last_id
GROUP BY ts // 3600000
ORDER BY first DESC

-- name: voided-since
-- Grain: one row per event that has been voided at or after an instant, in the order of voiding.
-- not null: voidedAt
SELECT id, ts::DOUBLE AS timestamp, sensor AS "sensorKey", voided_at::DOUBLE AS "voidedAt"
FROM voided_event
JOIN event USING (id)
WHERE voided_at >= $since_ts
ORDER BY voided_at, id

-- name: copy-voided
COPY (
  SELECT id
  FROM voided_event
) TO $path (FORMAT parquet)

-- name: find-idempotent-requests
-- Grain: one row per remembered request, of any token, that has one of the given keys.
-- not null: event_id
SELECT token_hash, key, fingerprint, event_id, answer, created_at
FROM idempotent_request
WHERE list_contains($keys, key)

-- name: set-idempotent-answer
-- Stores the answer of a request unless one is stored: the first answer stays.
UPDATE idempotent_request
SET answer = $answer
WHERE token_hash = $token_hash
  AND key = $key
  AND answer IS NULL

-- name: forget-idempotent-requests
DELETE FROM idempotent_request
WHERE created_at < $before
