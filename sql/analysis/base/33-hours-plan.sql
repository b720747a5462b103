-- Grain: one row a space whose hours are being derived: from which instant on, and with which count at its start;
-- null where they begin with its first change, which is that instant.
CREATE TABLE base.hours_plan (
  position INTEGER NOT NULL,
  space_id BIGINT NOT NULL,
  start_ts BIGINT NOT NULL,
  opening INTEGER
)
