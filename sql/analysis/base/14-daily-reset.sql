-- Grain: one row a time zone, time of a daily reset in it, and instant at which it fell due (D2, D8).
CREATE TABLE base.daily_reset (
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR NOT NULL,
  ts BIGINT NOT NULL
)
