-- The log of a cluster in PostgreSQL. Advisory locks 1212371780 (the letters HCLD) and: 1 the schema, 43 appends.

-- name: begin-session
-- Grain: one row: the settings of a session, times in ms, and whether the server is a standby. Without tcp_user_timeout
-- and keep-alives, here every 5 s, PostgreSQL keeps the locks of a machine that has gone for minutes, or hours; without
-- idle_in_transaction_session_timeout, those of a process that stands still.
SELECT
  set_config('tcp_user_timeout', $1, false),
  set_config('tcp_keepalives_idle', '5', false),
  set_config('tcp_keepalives_interval', '5', false),
  set_config('idle_in_transaction_session_timeout', $1, false),
  set_config('lock_timeout', $1, false),
  set_config('statement_timeout', $2, false),
  set_config('search_path', 'pg_catalog', false),
  pg_is_in_recovery() AS in_recovery

-- name: name-session
SELECT set_config('headcount.session', $1, false)

-- name: session
-- Grain: one row: the name that the session has been given.
SELECT current_setting('headcount.session', true) AS session

-- name: lock-schema
SELECT pg_advisory_xact_lock(1212371780, 1)

-- name: has-schema
-- Grain: one row.
SELECT to_regclass('headcount.log') IS NOT NULL AS has_schema

-- name: has-namespace
-- Grain: one row.
SELECT to_regnamespace('headcount') IS NOT NULL AS exists

-- name: create-schema
CREATE SCHEMA headcount

-- name: insert-log
INSERT INTO headcount.log (id, organization_id, schema_version, start_chain, begins_with_snapshot)
VALUES ($1, $2, 1, decode($3, 'hex'), $4::BOOLEAN)

-- name: insert-start
-- Position 0 has the beginning of a record, with the format in which the first record is written.
INSERT INTO headcount.log_record (position, chain, writer, record)
VALUES (0, decode($1, 'hex'), '', set_byte('HCR '::BYTEA, 3, $2))

-- name: limit-lock-waits
-- While a change of a table waits for a lock, appends wait behind it.
SET LOCAL lock_timeout = '1s'

-- name: set-schema-version
UPDATE headcount.log
SET schema_version = $1

-- name: excluded-nodes
-- Grain: one row per server that is there, and whose release may not write the tables any more.
SELECT node, address, node.release
FROM headcount.node
WHERE node.schema_version < (SELECT lowest_writer FROM headcount.log)
  AND seen_at > clock_timestamp() - $1 * INTERVAL '1 second'
ORDER BY node

-- name: log
-- Grain: at most one row.
SELECT id, organization_id::TEXT AS organization_id, schema_version, lowest_reader, lowest_writer,
  encode(start_chain, 'hex') AS start_chain, begins_with_snapshot
FROM headcount.log

-- name: record-format
-- Grain: one row: the format of the last record, which is the fourth byte of each.
SELECT get_byte(substr(record, 4, 1), 0) AS record_format
FROM headcount.log_record
ORDER BY log_record.position DESC
LIMIT 1

-- name: append
-- Inserts the record that follows a position, if the log ends there. Waits for an engine that appends exclusively.
INSERT INTO headcount.log_record (position, chain, writer, record)
SELECT $1::BIGINT + 1, decode($3, 'hex'), $4, $5
FROM (SELECT pg_advisory_xact_lock_shared(1212371780, 43)) AS appending
WHERE EXISTS (SELECT FROM headcount.log_record WHERE position = $1 AND chain = decode($2, 'hex'))
ON CONFLICT (position) DO NOTHING

-- name: touch-log
-- A commit after which all commits before it are on the synchronous standbys, too.
UPDATE headcount.log
SET schema_version = schema_version

-- name: lock-appends
-- Makes the session append alone, until it unlocks the log or ends. PostgreSQL ends it if its process stands still,
-- before those that wait for the lock give up.
SELECT
  pg_advisory_lock(1212371780, 43),
  set_config('idle_session_timeout', '1s', false)

-- name: keep-lock
-- Any statement shows that the process does not stand still.
SELECT

-- name: unlock-appends
SELECT
  pg_advisory_unlock(1212371780, 43),
  set_config('idle_session_timeout', '0', false)

-- name: chain-at
-- Grain: at most one row.
SELECT encode(chain, 'hex') AS chain
FROM headcount.log_record
WHERE position = $1

-- name: head
-- Grain: one row: the last record, and the server's clock in ms.
SELECT
  position::TEXT AS position,
  encode(chain, 'hex') AS chain,
  (extract(epoch FROM clock_timestamp()) * 1000)::FLOAT8 AS now,
  pg_is_in_recovery() AS in_recovery
FROM headcount.log_record
ORDER BY log_record.position DESC
LIMIT 1

-- name: records-from
-- Grain: the record at a position, without its content, and those after it, until they have 4 MiB.
SELECT
  position::TEXT AS position,
  encode(chain, 'hex') AS chain,
  writer,
  -- Shorter than the form of BYTEA in an answer.
  CASE WHEN position > $1::BIGINT THEN encode(record, 'base64') END AS record
FROM (
  SELECT *, sum(octet_length(record)) OVER (ORDER BY position) - octet_length(record) AS bytes_before
  FROM (SELECT * FROM headcount.log_record WHERE position >= $1::BIGINT ORDER BY position LIMIT 2000) AS next
) AS numbered
WHERE bytes_before < 4194304
ORDER BY numbered.position

-- name: take-duty
-- Grain: one row if the duty has been taken or renewed.
INSERT INTO headcount.duty AS held (name, holder, node, expires_at)
VALUES ($1, $2, $3, clock_timestamp() + $4 * INTERVAL '1 millisecond')
ON CONFLICT (name) DO UPDATE
SET holder = excluded.holder, node = excluded.node, expires_at = excluded.expires_at
WHERE held.holder = excluded.holder OR held.expires_at < clock_timestamp()
RETURNING name

-- name: give-duty
UPDATE headcount.duty
SET expires_at = '-infinity'
WHERE name = $1 AND holder = $2

-- name: set-node
INSERT INTO headcount.node (
  node, address, release, schema_version, record_format, position, mirrors, started_at, seen_at
)
VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())
ON CONFLICT (node) DO UPDATE
SET address = excluded.address, release = excluded.release, schema_version = excluded.schema_version,
  record_format = excluded.record_format, position = excluded.position, mirrors = excluded.mirrors,
  seen_at = excluded.seen_at

-- name: remove-node
-- Only if it has said nothing of itself for some seconds.
DELETE FROM headcount.node
WHERE node = $1
  AND seen_at < clock_timestamp() - $2 * INTERVAL '1 second'

-- name: nodes
-- Grain: one row per server, with its duties.
SELECT
  node, address, release, record_format AS "recordFormat", position::TEXT AS position, mirrors,
  (extract(epoch FROM clock_timestamp() - seen_at))::FLOAT8 AS "seenSecondsAgo",
  ARRAY(
    SELECT duty.name
    FROM headcount.duty
    WHERE duty.node = listed.node AND expires_at > clock_timestamp()
    ORDER BY duty.name
  ) AS duties
FROM headcount.node AS listed
ORDER BY node

-- name: log-size
-- Grain: one row: the log's records and bytes, and its oldest record.
SELECT
  min(position)::TEXT AS oldest, max(position)::TEXT AS last,
  pg_total_relation_size('headcount.log_record')::TEXT AS bytes
FROM headcount.log_record

-- name: replication
-- Grain: one row: what the server is set to, and its replication.
SELECT
  current_setting('server_version') AS version,
  current_setting('fsync')::BOOLEAN AS fsync,
  current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('synchronous_standby_names') AS "synchronousStandbyNames",
  (SELECT count(*) FROM pg_stat_replication)::INTEGER AS standbys,
  (SELECT count(*) FROM pg_replication_slots)::INTEGER AS slots,
  (SELECT extract(epoch FROM max(clock_timestamp() - xact_start)) FROM pg_stat_activity
    WHERE backend_xmin IS NOT NULL AND datname = current_database())::FLOAT8 AS "oldestSnapshotSeconds"

-- name: insert-snapshot
-- Grain: one row.
INSERT INTO headcount.snapshot (position)
VALUES ($1)
RETURNING id::TEXT AS id

-- name: insert-snapshot-part
INSERT INTO headcount.snapshot_part (snapshot_id, number, content)
VALUES ($1, $2, $3)

-- name: complete-snapshot
UPDATE headcount.snapshot
SET bytes = $2
WHERE id = $1

-- name: pin-snapshot
-- Keeps a copy for 10 minutes from now on.
UPDATE headcount.snapshot
SET pinned_until = clock_timestamp() + INTERVAL '10 minutes'
WHERE id = $1

-- name: snapshot-part
-- Grain: at most one row.
SELECT content
FROM headcount.snapshot_part
WHERE snapshot_id = $1 AND number = $2

-- name: snapshots
-- Grain: one row per complete copy, the newest first.
SELECT
  id::TEXT AS id, position::TEXT AS position, bytes::FLOAT8 AS bytes,
  extract(epoch FROM clock_timestamp() - taken_at)::FLOAT8 * 1000 AS "ageMs"
FROM headcount.snapshot
WHERE bytes IS NOT NULL
ORDER BY snapshot.id DESC

-- name: log-bytes-after
-- Grain: one row: the bytes of the records after a position.
SELECT coalesce(sum(octet_length(record)), 0)::TEXT AS bytes
FROM headcount.log_record
WHERE position > $1

-- name: delete-old-snapshots
-- All but the two newest complete copies, and those that were begun before one and are not complete.
DELETE FROM headcount.snapshot
WHERE pinned_until < clock_timestamp()
  AND CASE
    WHEN bytes IS NULL THEN id < $1
    ELSE id NOT IN (SELECT newest.id FROM headcount.snapshot AS newest WHERE newest.bytes IS NOT NULL ORDER BY newest.id DESC LIMIT 2)
  END

-- name: delete-old-records
-- Some of the records before the oldest complete copy, if there are two; the last record is always kept.
DELETE FROM headcount.log_record
WHERE position IN (
  SELECT position
  FROM headcount.log_record
  WHERE position < (SELECT min(position) FROM headcount.snapshot WHERE bytes IS NOT NULL HAVING count(*) >= 2)
    AND position < (SELECT max(position) FROM headcount.log_record)
  ORDER BY position
  LIMIT 1000
)

-- name: oldest-position
-- Grain: one row.
SELECT min(position)::TEXT AS position
FROM headcount.log_record

-- name: forget-socket-codes
DELETE FROM headcount.socket_code
WHERE expires < $1

-- name: add-socket-code
-- Adds nothing if there are too many.
INSERT INTO headcount.socket_code (code_hash, token_id, space_ids, expires)
SELECT $1, $2, $3::BIGINT[], $4
WHERE (SELECT count(*) FROM headcount.socket_code) < $5

-- name: socket-code
-- Grain: at most one row.
SELECT token_id::TEXT AS token_id, space_ids::TEXT[] AS space_ids, expires::FLOAT8 AS expires
FROM headcount.socket_code
WHERE code_hash = $1

-- name: remove-socket-code
DELETE FROM headcount.socket_code
WHERE code_hash = $1

-- name: alive-nodes
-- Grain: one row: the number of servers that have said lately that they are there.
SELECT count(*)::INTEGER AS alive
FROM headcount.node
WHERE seen_at > clock_timestamp() - $1 * INTERVAL '1 second'
