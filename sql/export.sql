-- The export of the log as reports, and Parquet files that the program fills.

-- name: copy-part
COPY {part} TO $path (FORMAT parquet, COMPRESSION zstd)

-- name: drop-part
DROP TABLE {part}

-- name: events
-- Grain: one row per valid event of a range, in D6's order; only of some spaces if they are given.
-- null: doorwayId
SELECT
  id,
  ts::DOUBLE AS timestamp,
  serial_number AS "serialNumber",
  trajectory,
  event_id AS "eventId",
  doorway_id AS "doorwayId"
FROM listed_event($start_ts, $end_ts, NULL, NULL, $space_ids)
ORDER BY ts, id

-- name: log-span
-- Grain: one row: the log in a range: how many events, of how many UTC days, and when the first and
-- the last were (null: there are none).
-- null: first, last
SELECT
  count(*)::DOUBLE AS events,
  count(DISTINCT ts // 86400000)::DOUBLE AS days,
  min(ts)::DOUBLE AS first,
  max(ts)::DOUBLE AS last
FROM event
WHERE ts >= $start_ts
  AND ts < $end_ts
