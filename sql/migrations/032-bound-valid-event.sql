-- Grain: one row a valid event and a space it counted for (D4, D5). `sort_key` holds the millisecond of
-- the day (27 bits), the event's id (36 bits: EVENTS_MAX) and whether it was an entrance, so that one sort
-- of numbers gives D6's order.
CREATE OR REPLACE VIEW bound_event AS
SELECT
  event.id,
  event.ts,
  (event.ts // 86400000)::INTEGER AS day,
  event.sensor,
  event.trajectory,
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
  AND event.ts < binding.valid_to
