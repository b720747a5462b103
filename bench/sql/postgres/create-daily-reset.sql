-- Grain: one row a space and UTC day in the measured range: the one daily reset on it.
CREATE TABLE daily_reset (
  space_id bigint NOT NULL,
  day bigint NOT NULL,
  ts bigint NOT NULL,
  PRIMARY KEY (space_id, day)
)
