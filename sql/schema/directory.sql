-- Properties of the data directory. Grain: one row each, except `accepted_loss`.

-- The version of the schema, and a digest of the statements that the views and macros were made by.
CREATE TABLE schema_version (
  version INTEGER NOT NULL,
  views_digest VARCHAR NOT NULL
);

CREATE TABLE directory (
  organization_id BIGINT NOT NULL,
  next_id BIGINT NOT NULL
);

-- The database's file. Each file has an identity of its own, also where another's rows have been copied into it.
CREATE TABLE database_file (
  identity BIGINT NOT NULL
);

-- One row per loss of acknowledged changes that has been accepted: the last event's id that was left, the highest ids
-- that had been assigned and are never assigned again, and what was lost.
CREATE TABLE accepted_loss (
  accepted_at BIGINT NOT NULL,
  kept_event_id BIGINT NOT NULL,
  last_event_id BIGINT NOT NULL,
  next_id BIGINT NOT NULL,
  last_call_id BIGINT NOT NULL,
  reason VARCHAR NOT NULL
);
