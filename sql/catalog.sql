-- The catalog: spaces, doorways, sensors and other resources; the marks of runs that their changes make stale; and the
-- audit log.

-- name: directory
-- Grain: the one row of the data directory.
SELECT organization_id, next_id
FROM directory

-- name: insert-directory
INSERT INTO directory (organization_id, next_id)
VALUES ($organization_id, $next_id)

-- name: raise-next-id
UPDATE directory
SET next_id = greatest(next_id, $next_id)

-- name: resources
-- Grain: one row per resource of the table, in order of creation.
SELECT {columns}
FROM {table}
ORDER BY {order}

-- name: create-changed-binding
-- Grain: one row per sensor, space and span of time for which a catalog change may have added the sensor's events
-- to the space or removed them from it.
CREATE OR REPLACE TEMP TABLE changed_binding AS
SELECT sensor, space_id, valid_from, valid_to
FROM binding
LIMIT 0

-- name: changed-binding-range
SELECT min(valid_from) AS valid_from, max(valid_to) AS valid_to
FROM changed_binding

-- name: mark-changed-bindings
-- Grain: one row per space and UTC day of a changed binding whose sensor has events then. Whole days of a
-- sensor are marked, not each event: if no event is affected, the derived run is the same as before.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT changed_binding.space_id, busy.day
FROM (
  SELECT sensor, ts // 86400000 AS day, min(ts) AS first_ts, max(ts) AS last_ts
  FROM event
  SEMI JOIN changed_binding USING (sensor)
  WHERE ts >= $valid_from
    AND ts < $valid_to
  GROUP BY sensor, day
) AS busy
JOIN changed_binding
  ON changed_binding.sensor = busy.sensor
  AND changed_binding.valid_from <= busy.last_ts
  AND changed_binding.valid_to > busy.first_ts

-- name: count-audit-entries
SELECT count(*) AS total
FROM audit_entry
WHERE ts >= $start_ts
  AND ts < $end_ts
  AND ($token_id IS NULL OR token_id = $token_id)
  AND ($resource_type IS NULL OR resource_type = $resource_type)
  AND ($resource_id IS NULL OR resource_id = $resource_id)

-- name: list-audit-entries
-- Grain: one row per change that matches; oldest first with a sign of 1, newest first with -1.
-- not null: name
SELECT
  id,
  ts::DOUBLE AS instant,
  token_id AS "tokenId",
  actor AS name,
  action,
  resource_type AS "resourceType",
  resource_id AS "resourceId",
  changes
FROM audit_entry
WHERE ts >= $start_ts
  AND ts < $end_ts
  AND ($token_id IS NULL OR token_id = $token_id)
  AND ($resource_type IS NULL OR resource_type = $resource_type)
  AND ($resource_id IS NULL OR resource_id = $resource_id)
ORDER BY id * $sign
LIMIT $limit OFFSET $offset

-- name: last-audit-entry
SELECT coalesce(max(id), 0) AS id
FROM audit_entry
