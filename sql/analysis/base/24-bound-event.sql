-- Grain: one row an event and a space it counted for (D4, D5); of a removed event what it did to the space alone.
CREATE VIEW base.bound_event AS
SELECT
  event.id,
  event.ts,
  event.sensor,
  event.trajectory,
  binding.doorway_id,
  binding.space_id,
  event.trajectory * binding.sensor_placement AS direction
FROM base.event
JOIN base.binding
  ON binding.sensor = event.sensor
  AND event.ts >= binding.valid_from
  AND event.ts < binding.valid_to
UNION ALL
SELECT id, ts, NULL, NULL, NULL, space_id, direction
FROM base.kept_change
