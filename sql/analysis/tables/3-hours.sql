-- Hours, and the records of their derivation. Grain: one row per space, hour, or both, that a comment names.

-- One row per space and local hour that has ended, from the hour of its first change on. `opening` is
-- the count at its start before its events; `integral` is in people × ms.
CREATE TABLE base.hour (
  space_id BIGINT NOT NULL,
  start_ts BIGINT NOT NULL,
  end_ts BIGINT NOT NULL,
  offset_ms INTEGER NOT NULL,
  opening INTEGER NOT NULL,
  count INTEGER NOT NULL,
  min INTEGER NOT NULL,
  max INTEGER NOT NULL,
  entrances INTEGER NOT NULL,
  exits INTEGER NOT NULL,
  integral BIGINT NOT NULL
);

-- One row per space whose local hour has begun and not ended yet, up to the instant it was derived at.
CREATE TABLE base.running_hour AS FROM base.hour;

-- One row per space and local hour, from the hour of its first change on; the last one may be under way.
CREATE VIEW base.space_hour AS
FROM base.hour
UNION ALL
FROM base.running_hour;

-- One row: the instant up to which hours are derived, and the last event that they know.
CREATE TABLE base.hours_as_of (
  ts BIGINT NOT NULL,
  event_id BIGINT NOT NULL
);

-- One row per space, the data its hours were derived from besides events and explicit resets, and whether it had
-- changes, and so hours.
CREATE TABLE base.hours_space (
  space_id BIGINT NOT NULL,
  rules VARCHAR NOT NULL,
  has_changes BOOLEAN NOT NULL
);

-- One row per explicit reset that the hours know.
CREATE TABLE base.hours_reset (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  ts BIGINT NOT NULL
);

-- One row per voided event that the hours know to be one.
CREATE TABLE base.hours_voided (
  id BIGINT NOT NULL
);

-- One row per space whose hours are being derived: the instant from which on, and the count at its start; null if they
-- begin with its first change, which is that instant.
CREATE TABLE base.hours_plan (
  position INTEGER NOT NULL,
  space_id BIGINT NOT NULL,
  start_ts BIGINT NOT NULL,
  opening INTEGER
);

-- One row per space, the data of its hours besides events and explicit resets, and the instant from which on they are
-- stale. `loses` if a change of it may have been removed.
CREATE TABLE base.hours_stale (
  space_id BIGINT NOT NULL,
  rules VARCHAR NOT NULL,
  stale_ts BIGINT NOT NULL,
  loses BOOLEAN NOT NULL
);

-- One row per space, and all data of its hours besides events and explicit resets, as a text.
CREATE VIEW base.space_rules AS
SELECT
  space.id AS space_id,
  md5(concat_ws('|', space.time_zone, bound.rules, scheduled.rules)) AS rules
FROM base.space
LEFT JOIN (
  SELECT
    space_id,
    string_agg(concat_ws(',', sensor, sensor_placement, valid_from, valid_to), ';' ORDER BY sensor, valid_from, valid_to, sensor_placement) AS rules
  FROM base.binding
  GROUP BY space_id
) AS bound ON bound.space_id = space.id
LEFT JOIN (
  SELECT
    space_id,
    string_agg(concat_ws(',', time_zone, coalesce(daily_reset, '-'), coalesce(valid_from, 0)), ';' ORDER BY valid_from NULLS FIRST) AS rules
  FROM base.schedule
  GROUP BY space_id
) AS scheduled ON scheduled.space_id = space.id;
