-- Grain: one row a time zone, time of a daily reset in it, and instant at which it will fall due.
CREATE TABLE base.daily_reset_ahead (
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR NOT NULL,
  ts BIGINT NOT NULL
)
