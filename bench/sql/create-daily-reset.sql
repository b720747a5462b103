-- Grain: one row a space and UTC day in the measured range: the one daily reset on it.
CREATE OR REPLACE TEMP TABLE daily_reset (
  space_id BIGINT NOT NULL,
  day BIGINT NOT NULL,
  ts BIGINT NOT NULL
)
