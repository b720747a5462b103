-- Grain: one row a webhook. Its secret signs what it is sent.
CREATE TABLE webhook (
  id BIGINT NOT NULL,
  version VARCHAR NOT NULL,
  name VARCHAR,
  description VARCHAR,
  endpoint VARCHAR NOT NULL,
  headers VARCHAR NOT NULL,
  enabled BOOLEAN NOT NULL,
  type VARCHAR NOT NULL,
  secret VARCHAR NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
)
