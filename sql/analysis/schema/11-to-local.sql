-- Grain: one value, the wall time that clocks in a time zone show at a UTC timestamp.
CREATE MACRO to_local("timestamp", zone) AS (
  SELECT make_timestamp_ms(at_ts + offset_ms)
  FROM (SELECT base.to_ms("timestamp") AS at_ts, zone AS in_zone)
  JOIN base.zone_span
    ON time_zone = in_zone
    AND at_ts >= from_ts
    AND at_ts < to_ts
)
