-- Grain: one row per space and UTC day in the measured range, with the daily reset on that day.
CREATE TABLE daily_reset (
  space_id Int64,
  day Int64,
  ts Int64
)
ENGINE = MergeTree
ORDER BY (space_id, day)
