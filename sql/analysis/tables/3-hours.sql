-- Hours, and the data of their derivation. Grain: one row per space, hour, or both, that a comment names.

-- One row per space and local hour, from the hour of its first change on; the last one ends with the present if it is
-- under way. `opening` is the count at its start before its events; `integral` is in people × ms.
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

-- One row per space whose hours are derived again from an hour on, and the count at its start; the others begin with
-- their first change.
CREATE TABLE base.hours_begin (
  space_id BIGINT NOT NULL,
  start_ts BIGINT NOT NULL,
  opening INTEGER NOT NULL
);

-- One row per start or end of what hours are derived from besides events: the instant from which on it matters, and all
-- of it as a text. The schedule of a space matters from its first binding or explicit reset on.
CREATE VIEW base.hours_input AS
WITH bound AS (
  SELECT space_id, valid_from AS ts, valid_to AS end_ts, concat_ws('|', sensor, sensor_placement, doorway_id) AS input
  FROM base.binding
  UNION ALL
  SELECT space_id, ts, NULL, concat_ws('|', id, count)
  FROM base.reset
),
span AS (
  FROM bound
  UNION ALL
  SELECT
    space_id,
    greatest(schedule.valid_from, used.ts),
    schedule.valid_to,
    concat_ws('|', schedule.time_zone, schedule.daily_reset)
  FROM base.schedule
  JOIN (SELECT space_id, min(ts) AS ts FROM bound GROUP BY space_id) AS used USING (space_id)
)
SELECT greatest(span.ts, 0) AS ts, concat_ws('|', span.space_id, space.time_zone, span.input, span.ts) AS input
FROM span
JOIN base.space ON space.id = span.space_id
UNION ALL
SELECT end_ts, concat_ws('|', space_id, input, 'until', end_ts)
FROM span
WHERE end_ts IS NOT NULL;
