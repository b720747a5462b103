-- What a data directory, `kept`, has that another one of the same log, `logged`, does not have. Both are attached.

-- name: attach
ATTACH {file} AS {database} (READ_ONLY)

-- name: detach
DETACH {database}

-- name: create-compared
-- One row: the time before which events have been removed from the log, and an id before which both have the same events
-- since then (null: both have the same events). Events with successive ids are compared by the hash of them all, so that
-- little memory is needed; the first ids at which both differ are compared by event.
CREATE OR REPLACE TEMP TABLE compared AS
WITH start AS (
  SELECT coalesce(max(boundary), -9223372036854775808) AS ts
  FROM logged.removal
),
kept_part AS (
  SELECT id // 65536 AS part, bit_xor(hash(id, ts, sensor, trajectory, event_id)) AS digest
  FROM kept.event
  WHERE ts >= (SELECT start.ts FROM start)
  GROUP BY part
),
logged_part AS (
  SELECT id // 65536 AS part, bit_xor(hash(id, ts, sensor, trajectory, event_id)) AS digest
  FROM logged.event
  WHERE ts >= (SELECT start.ts FROM start)
  GROUP BY part
)
SELECT
  (SELECT start.ts FROM start) AS start_ts,
  (SELECT min(part) * 65536 FROM kept_part ANTI JOIN logged_part USING (part, digest)) AS first_id

-- name: create-lost-event
-- Valid events without an equal one in the log; there it may have another id, or have been voided. Not those that readings
-- of devices have made, which come again with the lost readings; a file of events may have such ids, too.
CREATE OR REPLACE TEMP TABLE lost_event AS
SELECT event.id, event.ts, sensor.serial_number, event.trajectory, event.event_id
FROM kept.event
JOIN compared ON event.id >= compared.first_id AND event.ts >= compared.start_ts
JOIN kept.sensor ON sensor.key = event.sensor
ANTI JOIN kept.voided_event ON voided_event.id = event.id
LEFT JOIN (
  SELECT unnest(first_ids) AS first_id, unnest(last_ids) AS last_id
  FROM kept."import"
  WHERE kind = 'events'
) AS file_range ON event.id BETWEEN file_range.first_id AND file_range.last_id
ANTI JOIN (
  SELECT event.ts, sensor.serial_number, event.trajectory, event.event_id
  FROM logged.event
  JOIN compared ON event.id >= compared.first_id
  JOIN logged.sensor ON sensor.key = event.sensor
) AS equal_event
ON equal_event.ts = event.ts
  AND equal_event.serial_number = sensor.serial_number
  AND equal_event.trajectory = event.trajectory
  AND equal_event.event_id IS NOT DISTINCT FROM event.event_id
WHERE file_range.first_id IS NOT NULL
  OR event.event_id IS NULL
  OR NOT starts_with(event.event_id, 'rdg_')

-- name: create-lost-reading
-- Readings that the log does not have: an equal one of the sensor may have another number there, and another result. Not
-- those that say nothing new (duplicates, conflicts, refused ones), or that have been taken back or replaced. A voided
-- total is still what the next ones are compared with. Readings with successive numbers are compared by the hash of them
-- all, as events are.
CREATE OR REPLACE TEMP TABLE lost_reading AS
WITH kept_reading AS (
  SELECT sensor.serial_number, reading.*
  FROM kept.reading
  JOIN kept.sensor ON sensor.key = reading.sensor
  JOIN compared ON coalesce(reading.end_ts, reading.ts) >= compared.start_ts
),
logged_reading AS (
  SELECT sensor.serial_number, reading.*
  FROM logged.reading
  JOIN logged.sensor ON sensor.key = reading.sensor
  JOIN compared ON coalesce(reading.end_ts, reading.ts) >= compared.start_ts
),
kept_part AS (
  SELECT
    serial_number,
    number // 1024 AS part,
    bit_xor(hash(number, kind, ts, end_ts, in_value, out_value)) AS digest
  FROM kept_reading
  GROUP BY serial_number, part
),
logged_part AS (
  SELECT
    serial_number,
    number // 1024 AS part,
    bit_xor(hash(number, kind, ts, end_ts, in_value, out_value)) AS digest
  FROM logged_reading
  GROUP BY serial_number, part
),
differing AS (
  SELECT serial_number, min(part) * 1024 AS first_number
  FROM kept_part
  ANTI JOIN logged_part USING (serial_number, part, digest)
  GROUP BY serial_number
),
kept_value AS (
  SELECT kept_reading.*
  FROM kept_reading
  JOIN differing
    ON differing.serial_number = kept_reading.serial_number
    AND kept_reading.number >= differing.first_number
  WHERE kept_reading.result NOT IN ('duplicate', 'conflict', 'refused', 'withdrawn')
),
logged_after AS (
  SELECT logged_reading.*
  FROM logged_reading
  JOIN differing
    ON differing.serial_number = logged_reading.serial_number
    AND logged_reading.number >= differing.first_number
),
logged_value AS (
  SELECT *
  FROM logged_after
  WHERE result NOT IN ('duplicate', 'conflict', 'refused', 'withdrawn')
)
SELECT
  kept_value.serial_number,
  kept_value.number,
  kept_value.kind,
  kept_value.ts,
  kept_value.end_ts,
  kept_value.in_value,
  kept_value.out_value,
  kept_value.width,
  kept_value.details,
  -- A clock that was put back changes no order.
  max(kept_value.received_at) OVER (
    PARTITION BY kept_value.serial_number
    ORDER BY kept_value.number
  ) AS received_at
FROM kept_value
ANTI JOIN logged_value AS equal_reading
  ON equal_reading.serial_number = kept_value.serial_number
  AND equal_reading.kind = kept_value.kind
  AND equal_reading.ts = kept_value.ts
  AND equal_reading.end_ts IS NOT DISTINCT FROM kept_value.end_ts
  AND equal_reading.in_value IS NOT DISTINCT FROM kept_value.in_value
  AND equal_reading.out_value IS NOT DISTINCT FROM kept_value.out_value
-- The same reading, which has been taken back or replaced in the log.
ANTI JOIN logged_after AS same_reading
  ON same_reading.serial_number = kept_value.serial_number
  AND same_reading.number = kept_value.number
  AND same_reading.kind = kept_value.kind
  AND same_reading.ts = kept_value.ts
  AND same_reading.end_ts IS NOT DISTINCT FROM kept_value.end_ts
  AND same_reading.in_value IS NOT DISTINCT FROM kept_value.in_value
  AND same_reading.out_value IS NOT DISTINCT FROM kept_value.out_value
WHERE kept_value.kind = 'total'
  OR kept_value.result <> 'voided'

-- name: create-lost-change
CREATE OR REPLACE TEMP TABLE lost_change AS
FROM kept.audit_entry
EXCEPT
FROM logged.audit_entry

-- name: sizes
-- Grain: one row.
SELECT
  (SELECT count(*) FROM lost_event) AS events,
  (SELECT count(*) FROM lost_reading) AS readings,
  (SELECT count(*) FROM lost_change) AS changes

-- name: events
-- Grain: one row per lost event, in the order of time.
SELECT id, ts, serial_number, trajectory, event_id
FROM lost_event
ORDER BY ts, id

-- name: readings
-- Grain: one row per lost reading, in the order of arrival.
-- null: to, in, out
SELECT
  serial_number AS "serialNumber",
  ts::DOUBLE AS "from",
  end_ts::DOUBLE AS "to",
  in_value::DOUBLE AS "in",
  out_value::DOUBLE AS "out",
  width,
  details
FROM lost_reading
ORDER BY received_at, serial_number, number

-- name: changes
-- Grain: one row per lost entry of the audit log.
SELECT id, ts, actor, action, resource_type, resource_id, changes
FROM lost_change
ORDER BY id
