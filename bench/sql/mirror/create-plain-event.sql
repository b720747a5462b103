-- A table for the events alone, as ClickHouse's users would make one.
CREATE TABLE plain_event (
  id Int64,
  ts Int64,
  sensor Int32,
  trajectory Int8,
  event_id Nullable(String)
)
ENGINE = MergeTree
ORDER BY (sensor, ts, id)
