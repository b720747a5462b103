-- Grain: one row, the instant that answers are as of (D3), and the earliest that anything happened at.
CREATE TABLE base.as_of (
  ts BIGINT NOT NULL,
  first_ts BIGINT NOT NULL
)
