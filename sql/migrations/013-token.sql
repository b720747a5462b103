-- Grain: one row a token; only the hash of its secret is kept.
CREATE TABLE token (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  hash VARCHAR NOT NULL,
  scopes VARCHAR[] NOT NULL,
  rate INTEGER,
  created_at BIGINT NOT NULL
)
