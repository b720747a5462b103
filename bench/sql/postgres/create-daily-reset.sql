-- Grain: one row per space and UTC day in the measured range, with the daily reset on that day.
CREATE TABLE daily_reset (
  space_id bigint NOT NULL,
  day bigint NOT NULL,
  ts bigint NOT NULL,
  PRIMARY KEY (space_id, day)
)
