-- Grain: one row a space and instant at which its daily reset fell due, since the first event of all.
CREATE VIEW daily_resets AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(due.ts) AS "timestamp",
  make_timestamp_ms(due.ts + zone_span.offset_ms) AS local_timestamp
FROM base.due_daily_reset AS due
JOIN base.space ON space.id = due.space_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND due.ts >= zone_span.from_ts
  AND due.ts < zone_span.to_ts
