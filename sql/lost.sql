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
-- Valid events without an equal one in the log; there it may have another id, or have been voided.
CREATE OR REPLACE TEMP TABLE lost_event AS
SELECT event.id, event.ts, sensor.serial_number, event.trajectory, event.event_id
FROM kept.event
JOIN compared ON event.id >= compared.first_id AND event.ts >= compared.start_ts
JOIN kept.sensor ON sensor.key = event.sensor
ANTI JOIN kept.voided_event ON voided_event.id = event.id
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

-- name: create-lost-change
CREATE OR REPLACE TEMP TABLE lost_change AS
FROM kept.audit_entry
EXCEPT
FROM logged.audit_entry

-- name: sizes
-- Grain: one row.
SELECT
  (SELECT count(*) FROM lost_event) AS events,
  (SELECT count(*) FROM lost_change) AS changes

-- name: events
-- Grain: one row per lost event, in the order of time.
SELECT id, ts, serial_number, trajectory, event_id
FROM lost_event
ORDER BY ts, id

-- name: changes
-- Grain: one row per lost entry of the audit log.
SELECT id, ts, actor, action, resource_type, resource_id, changes
FROM lost_change
ORDER BY id
