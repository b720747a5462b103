-- Grain: one row, what this database is a copy of and how far it has come.
CREATE TABLE base.source (
  schema_digest VARCHAR NOT NULL,
  organization_id VARCHAR,
  last_event_id BIGINT NOT NULL,
  log_start BIGINT NOT NULL,
  catalog_digest VARCHAR
)
