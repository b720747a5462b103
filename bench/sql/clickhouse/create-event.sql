-- Grain: one row per event and the space whose count it changes. The id orders events of the same instant (D6).
CREATE TABLE event (
  space_id Int64,
  ts Int64,
  id Int64,
  direction Int8
)
ENGINE = MergeTree
ORDER BY (space_id, ts, id)
