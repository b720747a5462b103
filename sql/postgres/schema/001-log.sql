-- Version 1 of the tables of a cluster. Each further version is a file with the next number. It only adds, since servers
-- of the release before go on writing: a new column has a default, and no statement waits long. A later version may remove
-- what no release needs any more; it raises `lowest_reader` and `lowest_writer`.

-- The log that the servers of a cluster share. Grain: `log` one row; `log_record` one row per record, and one with
-- position 0 for the log's start while no record has been deleted.

CREATE TABLE headcount.log (
  id TEXT NOT NULL,
  organization_id BIGINT NOT NULL,
  -- The version of these tables, and the lowest versions whose releases may read and write them.
  schema_version INTEGER NOT NULL,
  lowest_reader INTEGER NOT NULL DEFAULT 1,
  lowest_writer INTEGER NOT NULL DEFAULT 1,
  -- The chain of position 0.
  start_chain BYTEA NOT NULL,
  -- Whether there was data before the first record, which a snapshot has.
  begins_with_snapshot BOOLEAN NOT NULL,
  is_only BOOLEAN PRIMARY KEY DEFAULT true CHECK (is_only)
);

-- Records are not changed. The chain is a hash over the chain before it, the writer and the record.
CREATE TABLE headcount.log_record (
  position BIGINT PRIMARY KEY,
  chain BYTEA NOT NULL,
  writer TEXT NOT NULL,
  appended_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  record BYTEA NOT NULL
);

-- Records are compressed already.
ALTER TABLE headcount.log_record ALTER COLUMN record SET STORAGE EXTERNAL;

-- What only one server may do. Grain: one row per duty: the process that has it, and until when.
CREATE TABLE headcount.duty (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  node TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);

-- Grain: one row per server: how far it had followed the log when it said so last.
CREATE TABLE headcount.node (
  node TEXT PRIMARY KEY,
  address TEXT,
  release TEXT NOT NULL,
  -- The newest version of the tables, and the newest format of records, that its release knows.
  schema_version INTEGER NOT NULL,
  record_format INTEGER NOT NULL,
  position BIGINT NOT NULL,
  -- How far the mirrors are that it keeps up to date, as a list of objects.
  mirrors JSON NOT NULL DEFAULT '[]',
  started_at TIMESTAMPTZ NOT NULL,
  seen_at TIMESTAMPTZ NOT NULL
);

-- Copies of a data directory, from which new servers begin. Grain: one row per copy. It has the log up to `position` or
-- further; it is complete when it has its size; it is not deleted before `pinned_until`: a server loads it.
CREATE TABLE headcount.snapshot (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position BIGINT NOT NULL,
  taken_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  bytes BIGINT,
  pinned_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity'
);

-- Grain: one row per MiB of a copy, numbered from 0.
CREATE TABLE headcount.snapshot_part (
  snapshot_id BIGINT NOT NULL REFERENCES headcount.snapshot (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  content BYTEA NOT NULL,
  PRIMARY KEY (snapshot_id, number)
);

ALTER TABLE headcount.snapshot_part ALTER COLUMN content SET STORAGE EXTERNAL;

-- The codes that admit websockets. Grain: one row per code that has not been used.
CREATE TABLE headcount.socket_code (
  code_hash TEXT PRIMARY KEY,
  token_id BIGINT NOT NULL,
  -- All spaces if it is null.
  space_ids BIGINT[],
  -- In ms since the epoch.
  expires BIGINT NOT NULL
);
