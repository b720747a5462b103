-- Grain: one row an explicit reset of a space's count that holds.
CREATE VIEW resets AS
SELECT
  reset.key AS id,
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(reset.ts) AS "timestamp",
  make_timestamp_ms(reset.ts + zone_span.offset_ms) AS local_timestamp,
  reset.count,
  make_timestamp_ms(reset.created_at) AS created_at
FROM base.reset
JOIN base.space ON space.id = reset.space_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND reset.ts >= zone_span.from_ts
  AND reset.ts < zone_span.to_ts
