-- The log of the analysis copy. Grain: one row per event, reading, or reset, that a comment names.

-- One row per sensor event that counts: it has not been voided, and is not in the future (D3). `hour` is the hour of
-- UTC that contains `ts`, since the epoch: with a condition on it DuckDB avoids scans.
CREATE TABLE base.event (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR,
  hour INTEGER NOT NULL
);

-- One row per future event: it counts when it is due (D3).
CREATE TABLE base.event_ahead AS FROM base.event;

-- One row per change of a space's count whose event has been removed from the log. Ids are below those of
-- events, and ascend in D6's order.
CREATE TABLE base.retained_change (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  direction TINYINT NOT NULL
);

-- One row per event that has been voided (D5).
CREATE TABLE base.voided_id (
  id BIGINT NOT NULL
);

-- One row per reading of a device (D31), with the columns of the table of a data directory.
CREATE TABLE base.reading (
  sensor INTEGER NOT NULL,
  number BIGINT NOT NULL,
  kind VARCHAR,
  ts BIGINT,
  end_ts BIGINT,
  in_value BIGINT,
  out_value BIGINT,
  coverage DOUBLE,
  received_at BIGINT NOT NULL,
  result VARCHAR NOT NULL,
  counted_in BIGINT NOT NULL,
  counted_out BIGINT NOT NULL,
  note VARCHAR
);

-- One row per sensor with copied readings: how many, and how often they had been replaced or judged again.
CREATE TABLE base.reading_position (
  sensor INTEGER NOT NULL,
  readings BIGINT NOT NULL,
  revision INTEGER NOT NULL
);

-- One value: the span over which an event's reading was spread, in ms (D31); 0 for a crossing.
CREATE MACRO base.event_resolution(event_id) AS
CASE
  WHEN starts_with(event_id, 'rdg_') THEN coalesce(try_cast(split_part(event_id, '-', 2) AS BIGINT), 0)
  ELSE 0
END;

-- One row per event and a space it counted for (D4, D5); of a removed event only its change of the space's count.
CREATE VIEW base.bound_event AS
SELECT
  event.id,
  event.ts,
  binding.space_id,
  event.trajectory * binding.sensor_placement AS direction
FROM base.event
JOIN base.binding
  ON binding.sensor = event.sensor
  AND base.is_within(event.ts, binding.valid_from, binding.valid_to)
UNION ALL
SELECT id, ts, space_id, direction
FROM base.retained_change;

-- One row per space and daily reset that has become due (D8).
CREATE VIEW base.due_daily_reset AS
SELECT schedule.space_id, daily_reset.ts
FROM base.schedule
JOIN base.daily_reset
  ON daily_reset.time_zone = schedule.time_zone
  AND daily_reset.daily_reset = schedule.daily_reset
  AND daily_reset.ts >= coalesce(schedule.valid_from, -9223372036854775808)
  AND daily_reset.ts < coalesce(schedule.valid_to, 9223372036854775807)
  AND daily_reset.ts <= (SELECT ts FROM base.source);

-- One row per space and instant at which resets set its count: the last of them in D6's order.
CREATE VIEW base.reset_change AS
SELECT
  space_id,
  ts,
  CASE WHEN max(id) = 0 THEN 'daily_reset' ELSE 'reset' END AS kind,
  max(id) AS id,
  arg_max(count, id) AS count
FROM (
  SELECT space_id, ts, 0::BIGINT AS id, 0 AS count
  FROM base.due_daily_reset
  UNION ALL
  SELECT space_id, ts, id, count
  FROM base.reset
)
GROUP BY space_id, ts;
