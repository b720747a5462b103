-- Grain: one row a change of one resource: who made it, when, and what became of which field.
CREATE TABLE audit_entry (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  token_id BIGINT,
  actor VARCHAR NOT NULL,
  action VARCHAR NOT NULL,
  resource_type VARCHAR NOT NULL,
  resource_id VARCHAR NOT NULL,
  changes VARCHAR NOT NULL
)
