-- Grain: one row an event and a space it counted for, by the sensor's id (D4, D5).
CREATE VIEW space_event AS
SELECT
  bound_event.id,
  bound_event.ts,
  sensor.id AS sensor_id,
  bound_event.trajectory,
  bound_event.doorway_id,
  bound_event.space_id,
  bound_event.direction
FROM bound_event
JOIN sensor ON sensor.key = bound_event.sensor
