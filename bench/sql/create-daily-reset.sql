-- Grain: one row per space and UTC day in the measured range, with the daily reset on that day.
CREATE OR REPLACE TEMP TABLE daily_reset (
  space_id BIGINT NOT NULL,
  day BIGINT NOT NULL,
  ts BIGINT NOT NULL
)
