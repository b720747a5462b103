-- Properties of the data directory, and the audit log. Grain: one row each, except
-- `change_log`, `change_log_commit`, `log_position`, `accepted_loss` and `audit_entry`.

-- The version of the schema, and a digest of the statements that created the views and macros.
CREATE TABLE schema_version (
  version INTEGER NOT NULL,
  views_digest VARCHAR NOT NULL
);

CREATE TABLE directory (
  organization_id BIGINT NOT NULL,
  next_id BIGINT NOT NULL
);

-- One row per log of changes (DuckDB's write-ahead log) of this file, written by its first commit: its number, its random
-- identity, and that of the log before it.
CREATE TABLE change_log (
  log BIGINT NOT NULL,
  identity BIGINT NOT NULL,
  previous BIGINT NOT NULL
);

-- One row per commit of the last log of changes, other than those of events: their ids number them. A row that counts
-- commits would have to be updated by each, which takes several times as long.
CREATE TABLE change_log_commit (
  log BIGINT NOT NULL
);

-- How far the directory has followed a log that it shares with other servers: no row if it has its data for itself. Among
-- them it has a random name, which is empty in a backup. The chain is a hash over the log's records up to the position, as
-- hex.
CREATE TABLE log_position (
  log VARCHAR NOT NULL,
  node VARCHAR NOT NULL,
  position BIGINT NOT NULL,
  chain VARCHAR NOT NULL
);

-- One row per accepted loss of acknowledged changes: the last remaining event's id, the highest assigned ids, which are
-- never assigned again, and the reason.
CREATE TABLE accepted_loss (
  accepted_at BIGINT NOT NULL,
  kept_event_id BIGINT NOT NULL,
  last_event_id BIGINT NOT NULL,
  next_id BIGINT NOT NULL,
  last_delivery_id BIGINT NOT NULL,
  reason VARCHAR NOT NULL
);

-- One row per change of one resource: who made it, when, and the fields before and after it.
CREATE TABLE audit_entry (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  token_id BIGINT,
  actor VARCHAR NOT NULL,
  action VARCHAR NOT NULL,
  resource_type VARCHAR NOT NULL,
  resource_id VARCHAR NOT NULL,
  changes VARCHAR NOT NULL
);
