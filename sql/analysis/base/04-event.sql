-- Grain: one row a sensor event that counts: it has not been voided, and is not ahead of the clock (D3).
CREATE TABLE base.event (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR
)
