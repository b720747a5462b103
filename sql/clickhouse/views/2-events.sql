-- Views of the events and readings of the mirror. ASOF JOIN finds the last span that begins at or before an event. Other joins look up
-- one row by its key; they are SEMI LEFT, because ClickHouse may keep the events in memory for a join that is INNER.

-- name: events
-- Grain: one row per event that has not been voided, with the doorway to which its sensor was attached then.
SELECT
  concat('evt_', toString(event.id)) AS id,
  event.ts AS timestamp,
  sensor.serial_number AS sensor_serial_number,
  event.trajectory AS trajectory,
  event.event_id AS event_id,
  if(toUnixTimestamp64Milli(event.ts) < attached.to_ts, attached.doorway_key, NULL) AS doorway_id,
  if(toUnixTimestamp64Milli(event.ts) < attached.to_ts, attached.doorway_name, NULL) AS doorway_name,
  if(startsWith(ifNull(event.event_id, ''), 'rdg_'), toInt64OrZero(splitByChar('-', assumeNotNull(event.event_id))[2]), 0)
    AS resolution
FROM (
  SELECT *, toUnixTimestamp64Milli(ts) AS ms
  FROM event_base FINAL
  WHERE ts <= (SELECT fromUnixTimestamp64Milli(max(events_as_of_ts), 'UTC') FROM cut WHERE is_complete = 1)
) AS event
SEMI LEFT JOIN (SELECT number, serial_number FROM sensor FINAL) AS sensor ON sensor.number = event.sensor
ASOF LEFT JOIN (
  SELECT
    sensor.number AS sensor,
    toNullable(doorway.key) AS doorway_key,
    toNullable(doorway.name) AS doorway_name,
    coalesce(attachment.valid_from, -9223372036854775808) AS from_ts,
    coalesce(attachment.valid_to, 9223372036854775807) AS to_ts
  FROM (SELECT * FROM attachment FINAL) AS attachment
  JOIN (SELECT id, number FROM sensor FINAL) AS sensor ON sensor.id = attachment.sensor_id
  JOIN (SELECT id, key, name FROM doorway FINAL) AS doorway ON doorway.id = attachment.doorway_id
  WHERE from_ts < to_ts
) AS attached ON attached.sensor = event.sensor AND attached.from_ts <= event.ms

-- name: space_events
-- Grain: one row per event and space for which it counts, with its direction: 1 is an entrance, -1 an exit.
SELECT
  concat('evt_', toString(event.id)) AS id,
  concat('spc_', toString(event.space_id)) AS space_id,
  space.name AS space_name,
  event.ts AS timestamp,
  addMilliseconds(event.ts, span.offset_ms) AS local_timestamp,
  event.direction AS direction,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  sensor.serial_number AS sensor_serial_number,
  event.resolution AS resolution
FROM (
  SELECT *, toUnixTimestamp64Milli(ts) AS ms
  FROM space_event_base FINAL
  WHERE ts <= (SELECT fromUnixTimestamp64Milli(max(events_as_of_ts), 'UTC') FROM cut WHERE is_complete = 1)
) AS event
SEMI LEFT JOIN (SELECT id, name, time_zone FROM space FINAL) AS space ON space.id = event.space_id
SEMI LEFT JOIN (SELECT id, key, name FROM doorway FINAL) AS doorway ON doorway.id = event.doorway_id
SEMI LEFT JOIN (SELECT number, serial_number FROM sensor FINAL) AS sensor ON sensor.number = event.sensor
ASOF JOIN (SELECT time_zone, from_ts, offset_ms FROM zone_span FINAL) AS span
  ON span.time_zone = space.time_zone AND span.from_ts <= event.ms

-- name: readings
-- Grain: one row per reading of a device, with its result: totals as of the timestamp, or what passed in the interval
-- that begins then.
SELECT
  concat('rdg_', toString(bitShiftLeft(toInt64(reading.sensor), 32) + reading.number)) AS id,
  sensor.serial_number AS sensor_serial_number,
  reading.kind AS kind,
  reading.ts AS timestamp,
  reading.end_ts AS interval_end,
  if(reading.kind = 'total', reading.in_value, NULL) AS in_total,
  if(reading.kind = 'total', reading.out_value, NULL) AS out_total,
  if(reading.kind = 'interval', reading.in_value, NULL) AS interval_in,
  if(reading.kind = 'interval', reading.out_value, NULL) AS interval_out,
  reading.coverage AS coverage,
  reading.received_at AS received_at,
  reading.result AS result,
  reading.counted_in AS counted_in,
  reading.counted_out AS counted_out,
  reading.note AS note
FROM (SELECT * FROM reading_base FINAL) AS reading
SEMI LEFT JOIN (SELECT number, serial_number FROM sensor FINAL) AS sensor ON sensor.number = reading.sensor
