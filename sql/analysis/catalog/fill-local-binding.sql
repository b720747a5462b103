-- Grain: one row a sensor, space and span of time for which the sensor's events counted for the space and its
-- clocks had one offset from UTC.
INSERT INTO base.local_binding
SELECT
  binding.sensor,
  sensor.serial_number,
  space.key,
  space.name,
  doorway.key,
  doorway.name,
  binding.sensor_placement,
  greatest(binding.valid_from, zone_span.from_ts),
  least(binding.valid_to, zone_span.to_ts),
  zone_span.offset_ms
FROM base.binding
JOIN base.sensor ON sensor.number = binding.sensor
JOIN base.space ON space.id = binding.space_id
JOIN base.doorway ON doorway.id = binding.doorway_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND zone_span.in_use
  AND zone_span.from_ts < binding.valid_to
  AND zone_span.to_ts > binding.valid_from
