-- Hours, and the data of their derivation. Grain: one row per space, hour, or both, that a comment names.

-- One row per space and local hour, from the hour of its first change on; the last one ends with the present if it is under
-- way. `opening` is the count at its start before its events; `integral` is in people × ms.
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

-- One row per space whose hours are derived again from an hour on, and the count at its start; the others begin with their
-- first change.
CREATE TABLE base.hours_begin (
  space_id BIGINT NOT NULL,
  start_ts BIGINT NOT NULL,
  opening INTEGER NOT NULL
);

-- One row: all data of the hours besides events and explicit resets, as a text.
CREATE VIEW base.hours_rules AS
SELECT md5(string_agg(concat_ws('|', space.id, space.time_zone, bound.rules, scheduled.rules), '/' ORDER BY space.id)) AS rules
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
