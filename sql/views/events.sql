-- Views of the log and of the spaces that events count for. Grain: one row per object that a view's comment names.

-- A sensor, space and span of time in which the sensor's events counted for the space (D5): its attachment to a
-- doorway, as far as it overlaps the doorway's link to the space. `greatest` and `least` ignore nulls.
CREATE OR REPLACE VIEW binding AS
SELECT
  sensor.key AS sensor,
  link.space_id,
  link.doorway_id,
  link.sensor_placement,
  coalesce(greatest(attachment.valid_from, link.valid_from), -9223372036854775808) AS valid_from,
  coalesce(least(attachment.valid_to, link.valid_to), 9223372036854775807) AS valid_to
FROM attachment
JOIN sensor ON sensor.id = attachment.sensor_id
JOIN link ON link.doorway_id = attachment.doorway_id;

-- An event of the log that has not been voided (D5).
CREATE OR REPLACE VIEW valid_event AS
SELECT id, ts, sensor, trajectory, event_id
FROM event
ANTI JOIN voided_event USING (id);

-- A range of ids of the events of an import that has been taken back (D5).
CREATE OR REPLACE VIEW withdrawn_range AS
SELECT unnest(first_ids) AS first_id, unnest(last_ids) AS last_id
FROM "import"
WHERE voided_at IS NOT NULL;

-- An event that a new one may repeat (D9): those of an import that has been taken back may come again.
CREATE OR REPLACE VIEW repeatable_event AS
SELECT event.id, event.ts, event.sensor, event.trajectory, event.event_id
FROM event
WHERE NOT EXISTS (
  SELECT 1
  FROM withdrawn_range
  WHERE event.id >= withdrawn_range.first_id
    AND event.id <= withdrawn_range.last_id
);

-- The span over which an event's reading was spread, in ms: its time is uncertain by as much (D31). 0 for a crossing.
CREATE OR REPLACE MACRO event_resolution(event_id) AS
CASE
  WHEN starts_with(event_id, 'rdg_') THEN coalesce(try_cast(split_part(event_id, '-', 2) AS BIGINT), 0)
  ELSE 0
END;

-- A whole number from its digits in base 36, such as those of the event ids of readings (`crossingPrefix` in
-- src/readings/spread.ts).
CREATE OR REPLACE MACRO from_base36(digits) AS
CASE WHEN starts_with(digits, '-') THEN -1 ELSE 1 END * list_reduce(
  list_transform(
    string_split(ltrim(digits, '-'), ''),
    lambda digit: (strpos('0123456789abcdefghijklmnopqrstuvwxyz', digit) - 1)::BIGINT
  ),
  lambda number, digit: number * 36 + digit
);

-- A valid event and a space that it counted for (D4, D5). `sort_key` holds the millisecond of the day (27 bits), the
-- event's id (36 bits: EVENTS_MAX) and whether it was an entrance, so that one sort of numbers gives D6's order.
CREATE OR REPLACE VIEW bound_event AS
SELECT
  event.id,
  event.ts,
  (event.ts // 86400000)::INTEGER AS day,
  event.sensor,
  event.trajectory,
  event.event_id,
  binding.doorway_id,
  binding.space_id,
  event.trajectory * binding.sensor_placement AS direction,
  ((event.ts % 86400000)::UBIGINT << 37)
    | (event.id::UBIGINT << 1)
    | (event.trajectory * binding.sensor_placement > 0)::UBIGINT AS sort_key
FROM valid_event AS event
JOIN binding
  ON binding.sensor = event.sensor
  AND event.ts >= binding.valid_from
  AND event.ts < binding.valid_to;

-- The same, by the sensor's id.
CREATE OR REPLACE VIEW space_event AS
SELECT
  bound_event.id,
  bound_event.ts,
  sensor.id AS sensor_id,
  bound_event.trajectory,
  bound_event.doorway_id,
  bound_event.space_id,
  bound_event.direction,
  event_resolution(bound_event.event_id) AS resolution
FROM bound_event
JOIN sensor ON sensor.key = bound_event.sensor;

-- A valid event in a range, with the doorway its sensor was at then (D5). Each of `of_sensor`, `of_doorway` and
-- `of_spaces`, a list, may be null: then it selects all.
CREATE OR REPLACE MACRO listed_event(first_ts, end_ts, of_sensor, of_doorway, of_spaces) AS TABLE
SELECT
  event.id,
  event.ts,
  sensor.id AS sensor_id,
  sensor.serial_number,
  event.trajectory,
  event.event_id,
  event_resolution(event.event_id) AS resolution,
  attachment.doorway_id
FROM valid_event AS event
JOIN sensor ON sensor.key = event.sensor
LEFT JOIN attachment
  ON attachment.sensor_id = sensor.id
  AND event.ts >= coalesce(attachment.valid_from, event.ts)
  AND event.ts < coalesce(attachment.valid_to, 9223372036854775807)
WHERE event.ts >= first_ts
  AND event.ts < end_ts
  AND (of_sensor IS NULL OR sensor.id = of_sensor)
  AND (of_doorway IS NULL OR attachment.doorway_id = of_doorway)
  AND (
    of_spaces IS NULL
    OR EXISTS (
      SELECT 1
      FROM binding
      WHERE list_contains(of_spaces, binding.space_id)
        AND binding.sensor = event.sensor
        AND event.ts >= binding.valid_from
        AND event.ts < binding.valid_to
    )
  );

-- The sort keys of a space's and day's events as the changes of a run.
CREATE OR REPLACE MACRO packed_changes(sort_keys) AS
list_transform(list_sort(sort_keys), lambda key: (((key >> 37) << 1) | (key & 1))::UINTEGER);
