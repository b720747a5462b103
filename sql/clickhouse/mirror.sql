-- The mirror of the data in ClickHouse. Statements name no database: it is that of the connection.

-- name: database
-- Grain: at most one row, if the database exists.
SELECT name
FROM system.databases
WHERE name = {database:String}

-- name: create-database
CREATE DATABASE IF NOT EXISTS {database:Identifier}

-- name: tables
-- Grain: one row per table of the database.
SELECT name
FROM system.tables
WHERE database = {database:String}

-- name: schema-version
-- Grain: one row; 0 if the tables have not all been made.
SELECT max(version) AS version
FROM schema_version

-- name: set-schema-version
INSERT INTO schema_version (version)
SELECT {version:UInt32}

-- name: cuts
-- Grain: one row per cut: the last one that is complete, and those that were begun after it.
SELECT
  version, organization_id, event_id, voided_until_ts, events_as_of_ts, counted_event_id, counted_voided_until_ts, as_of_ts,
  missing_before_ts, catalog_digest, changed, rebound, is_complete
FROM cut FINAL
WHERE version >= (SELECT max(version) FROM cut FINAL WHERE is_complete = 1)
ORDER BY version

-- name: insert-cut
INSERT INTO cut (
  version, organization_id, event_id, voided_until_ts, events_as_of_ts, counted_event_id, counted_voided_until_ts, as_of_ts,
  missing_before_ts, catalog_digest, changed, rebound, is_complete
)
FORMAT JSONCompactEachRow

-- name: note-missing
-- A cut that is complete, but before an instant, and of another catalog: with what the last one is known to have.
INSERT INTO cut (
  version, organization_id, event_id, voided_until_ts, events_as_of_ts, counted_event_id, counted_voided_until_ts, as_of_ts,
  missing_before_ts, catalog_digest, changed, rebound, is_complete
)
SELECT
  {version:UInt64}, organization_id, event_id, voided_until_ts, events_as_of_ts, counted_event_id, counted_voided_until_ts,
  as_of_ts, {missing_before:Int64}, '', changed, rebound, 1
FROM cut FINAL
WHERE is_complete = 1
ORDER BY version DESC
LIMIT 1

-- name: note-unknown
-- A cut that was begun: nothing is known of what the tables have.
INSERT INTO cut (version, changed, rebound, is_complete)
SELECT {version:UInt64}, '[]', '[]', 0

-- name: greatest-version
-- Grain: one row.
SELECT max(version) AS version
FROM {table:Identifier}

-- name: views
-- Grain: one row per view of the database.
SELECT name, create_table_query AS definition
FROM system.tables
WHERE database = {database:String}
  AND engine = 'View'

-- name: create-view
-- Makes a view of a query of `views`. It is read with the privileges of the mirror's user: its readers need none for the
-- tables.
CREATE OR REPLACE VIEW {name}
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS
{query}
{settings}
COMMENT '{comment}'

-- name: columns
-- Grain: one row per column of a table of the mirror, in order.
SELECT table, name
FROM system.columns
WHERE database = {database:String}
ORDER BY table, position

-- name: rows-of-catalog
-- Grain: one row per row of a table of the catalog.
SELECT *
FROM {table:Identifier} FINAL

-- name: first-instant
-- Grain: one row: the instant of the first event or explicit reset, in ms; null if there is none. Only if all events of
-- the first month have been removed are those of other months read.
WITH
  (SELECT min(ts) FROM event_base) AS earliest,
  (SELECT minOrNull(ts) FROM event_base FINAL WHERE ts < earliest + INTERVAL 31 DAY) AS in_first_month,
  (SELECT minOrNull(ts) FROM event_base FINAL WHERE in_first_month IS NULL) AS later
SELECT min(ts) AS ts
FROM (
  SELECT toUnixTimestamp64Milli(coalesce(in_first_month, later)) AS ts
  UNION ALL
  SELECT minOrNull(ts)
  FROM reset FINAL
)

-- name: insert-rows
INSERT INTO {table:Identifier}
FORMAT JSONCompactEachRow

-- name: remove-old-rows
-- The rows of a table of the catalog that have not been inserted with this version. A condition beside REPLACE would look
-- at the new version.
INSERT INTO {table:Identifier}
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM {table:Identifier} FINAL
  WHERE version < {version:UInt64}
)

-- name: file-of-event_base
INSERT INTO event_base
SELECT id, fromUnixTimestamp64Milli(ts, 'UTC'), sensor, trajectory, event_id, {version:UInt64}, 0
FROM input('id Int64, ts Int64, sensor Int32, trajectory Int8, event_id Nullable(String)')
FORMAT Parquet

-- name: file-of-space_event_base
INSERT INTO space_event_base
SELECT space_id, fromUnixTimestamp64Milli(ts, 'UTC'), id, direction, doorway_id, sensor, resolution, {version:UInt64}, 0
FROM input('space_id Int64, ts Int64, id Int64, direction Int8, doorway_id Int64, sensor Int32, resolution Int64')
FORMAT Parquet

-- name: file-of-reading_base
INSERT INTO reading_base
SELECT
  sensor, number, fromUnixTimestamp64Milli(coalesce(ts, received_at), 'UTC'), kind, fromUnixTimestamp64Milli(ts, 'UTC'),
  fromUnixTimestamp64Milli(end_ts, 'UTC'), in_value, out_value, coverage, fromUnixTimestamp64Milli(received_at, 'UTC'),
  result, counted_in, counted_out, note, {version:UInt64}, 0
FROM input('sensor Int32, number Int64, kind Nullable(String), ts Nullable(Int64), end_ts Nullable(Int64), in_value Nullable(Int64), out_value Nullable(Int64), coverage Nullable(Float64), received_at Int64, result String, counted_in Int64, counted_out Int64, note Nullable(String)')
FORMAT Parquet

-- name: reading-positions
-- Grain: one row per sensor with readings.
SELECT sensor AS sensorKey, toFloat64(readings) AS readings, revision
FROM reading_position FINAL
ORDER BY sensor

-- name: forget-reading-positions
INSERT INTO reading_position
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM reading_position FINAL

-- name: remove-reading-positions
INSERT INTO reading_position
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM reading_position FINAL
WHERE sensor IN {sensors:Array(Int32)}

-- name: remove-stale-readings
-- The readings of some sensors that have not been inserted with this version. Those that ended before an instant stay.
INSERT INTO reading_base
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM reading_base FINAL
  WHERE sensor IN {sensors:Array(Int32)}
    AND coalesce(end_ts, at) >= fromUnixTimestamp64Milli({least:Int64}, 'UTC')
    AND version < {version:UInt64}
)

-- name: remove-stale-readings-in-span
-- The readings of a span that have not been inserted with this version. Those that ended before an instant stay.
INSERT INTO reading_base
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM reading_base FINAL
  WHERE at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
    AND coalesce(end_ts, at) >= fromUnixTimestamp64Milli({least:Int64}, 'UTC')
    AND version < {version:UInt64}
)

-- name: remove-events
INSERT INTO event_base
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM event_base FINAL
WHERE sensor IN {sensors:Array(Int32)}
  AND ts IN (SELECT fromUnixTimestamp64Milli(arrayJoin({instants:Array(Int64)}), 'UTC'))
  AND id IN {ids:Array(Int64)}

-- name: remove-space-events
INSERT INTO space_event_base
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM space_event_base FINAL
WHERE ts IN (SELECT fromUnixTimestamp64Milli(arrayJoin({instants:Array(Int64)}), 'UTC'))
  AND id IN {ids:Array(Int64)}

-- name: remove-stale-in-span
-- The events of a span, or those of spaces, that have not been inserted with this version.
INSERT INTO {table:Identifier}
SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM {table:Identifier} FINAL
  WHERE ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
    AND version < {version:UInt64}
)

-- name: remove-stale-space_event_base
INSERT INTO space_event_base
SELECT stored.* REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM space_event_base FINAL
  WHERE space_id IN {space_ids:Array(Int64)}
    AND ts >= fromUnixTimestamp64Milli({least:Int64}, 'UTC')
    AND version < {version:UInt64}
) AS stored
JOIN (
  SELECT arrayJoin(arrayZip({space_ids:Array(Int64)}, {froms:Array(Int64)}, {untils:Array(Int64)})) AS span
) AS spans ON stored.space_id = span.1
WHERE toUnixTimestamp64Milli(stored.ts) >= span.2
  AND toUnixTimestamp64Milli(stored.ts) < span.3

-- name: remove-stale-hour_base
-- An hour may begin before a span that it touches.
INSERT INTO hour_base
SELECT stored.* REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM hour_base FINAL
  WHERE space_id IN {space_ids:Array(Int64)}
    AND start_ts >= fromUnixTimestamp64Milli({least:Int64} - 3600000, 'UTC')
    AND version < {version:UInt64}
) AS stored
JOIN (
  SELECT arrayJoin(arrayZip({space_ids:Array(Int64)}, {froms:Array(Int64)}, {untils:Array(Int64)})) AS span
) AS spans ON stored.space_id = span.1
WHERE toUnixTimestamp64Milli(stored.end_ts) > span.2
  AND toUnixTimestamp64Milli(stored.start_ts) < span.3

-- name: remove-stale-day_base
-- A day may begin before a span that it touches; none has over 48 hours.
INSERT INTO day_base
SELECT stored.* REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM day_base FINAL
  WHERE space_id IN {space_ids:Array(Int64)}
    AND start_ts >= fromUnixTimestamp64Milli({least:Int64} - 172800000, 'UTC')
    AND version < {version:UInt64}
) AS stored
JOIN (
  SELECT arrayJoin(arrayZip({space_ids:Array(Int64)}, {froms:Array(Int64)}, {untils:Array(Int64)})) AS span
) AS spans ON stored.space_id = span.1
WHERE toUnixTimestamp64Milli(stored.start_ts) + stored.length > span.2
  AND toUnixTimestamp64Milli(stored.start_ts) < span.3

-- name: remove-stale-breach_base
INSERT INTO breach_base
SELECT stored.* REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
FROM (
  SELECT *
  FROM breach_base FINAL
  WHERE space_id IN {space_ids:Array(Int64)}
    AND version < {version:UInt64}
) AS stored
JOIN (
  SELECT arrayJoin(arrayZip({space_ids:Array(Int64)}, {froms:Array(Int64)}, {untils:Array(Int64)})) AS span
) AS spans ON stored.space_id = span.1
WHERE (stored.end_ts IS NULL OR toUnixTimestamp64Milli(assumeNotNull(stored.end_ts)) > span.2)
  AND toUnixTimestamp64Milli(stored.start_ts) < span.3

-- name: month-sums-of-event_base
-- Grain: one row per month of UTC: the rows from an instant on, and a checksum, as a text.
SELECT
  toYYYYMM(ts) AS month,
  count() AS rows,
  toString(sum(toUInt128(id % 1000003 + 1) * ((toUnixTimestamp64Milli(ts) + trajectory) % 1000003 + 1)) % 4503599627370449) AS checksum
FROM event_base FINAL
WHERE ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY month

-- name: month-sums-of-space_event_base
-- Grain: one row per month of UTC: the rows from an instant on, and a checksum, as a text.
SELECT
  toYYYYMM(ts) AS month,
  count() AS rows,
  toString(sum(toUInt128((id + space_id) % 1000003 + 1) * ((toUnixTimestamp64Milli(ts) + direction) % 1000003 + 1)) % 4503599627370449) AS checksum
FROM space_event_base FINAL
WHERE ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY month

-- name: month-sums-of-reading_base
-- Grain: one row per month of UTC: the rows that have not ended before an instant, and a checksum, as a text.
SELECT
  toYYYYMM(at) AS month,
  count() AS rows,
  toString(sum(toUInt128((31 * toInt64(sensor) + number) % 1000003 + 1) * ((toUnixTimestamp64Milli(at) + 3 * coalesce(toUnixTimestamp64Milli(end_ts), 0) + 5 * (coalesce(in_value, 0) % 1000003) + 7 * (coalesce(out_value, 0) % 1000003) + 11 * counted_in + 13 * counted_out + 17 * lengthUTF8(result) + 19 * ascii(result) + toUnixTimestamp64Milli(received_at)) % 1000003 + 1)) % 4503599627370449) AS checksum
FROM reading_base FINAL
WHERE coalesce(end_ts, at) >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY month

-- name: month-sums-of-hour_base
-- Grain: one row per month of UTC: the rows from an instant on, and a checksum, as a text.
SELECT
  toYYYYMM(start_ts) AS month,
  count() AS rows,
  toString(sum(toUInt128((toUnixTimestamp64Milli(start_ts) + space_id) % 1000003 + 1) * ((count + 3 * min + 5 * max + 7 * entrances + 11 * exits + integral % 1000003 + toUnixTimestamp64Milli(end_ts)) % 1000003 + 1)) % 4503599627370449) AS checksum
FROM hour_base FINAL
WHERE start_ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY month

-- name: month-sums-of-day_base
-- Grain: one row per month of UTC: the rows from an instant on, and a checksum, as a text.
SELECT
  toYYYYMM(start_ts) AS month,
  count() AS rows,
  toString(sum(toUInt128((toUnixTimestamp64Milli(start_ts) + space_id) % 1000003 + 1) * ((count + 3 * min + 5 * max + 7 * entrances + 11 * exits + integral % 1000003 + toUnixTimestamp64Milli(start_ts) + length) % 1000003 + 1)) % 4503599627370449) AS checksum
FROM day_base FINAL
WHERE start_ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY month

-- name: month-sums-of-breach_base
-- Grain: one row per month of UTC: the rows from an instant on, and a checksum, as a text.
SELECT
  toYYYYMM(start_ts) AS month,
  count() AS rows,
  toString(sum(toUInt128((toUnixTimestamp64Milli(start_ts) + space_id) % 1000003 + 1) * ((13 * peak_count + toUnixTimestamp64Milli(coalesce(end_ts, start_ts))) % 1000003 + 1)) % 4503599627370449) AS checksum
FROM breach_base FINAL
WHERE start_ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY month
