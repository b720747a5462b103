-- Grain: one row an event and the space it counted for. The id only orders events of the same instant (D6).
CREATE TABLE event (
  space_id Int64,
  ts Int64,
  id Int64,
  direction Int8
)
ENGINE = MergeTree
ORDER BY (space_id, ts, id)
