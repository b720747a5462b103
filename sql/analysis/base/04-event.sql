-- Grain: one row a sensor event that counts: it has not been voided, and is not ahead of the clock (D3).
-- `hour` is the hour of UTC that `ts` lies in, since the epoch: what DuckDB can find by it, it need not scan for.
CREATE TABLE base.event (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR,
  hour INTEGER NOT NULL
)
