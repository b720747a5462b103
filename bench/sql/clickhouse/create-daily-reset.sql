-- Grain: one row a space and UTC day in the measured range: the one daily reset on it.
CREATE TABLE daily_reset (
  space_id Int64,
  day Int64,
  ts Int64
)
ENGINE = MergeTree
ORDER BY (space_id, day)
