-- Local times.

-- name: to-local
-- Grain: one value: the local time of a time zone, for example of a space, at a UTC timestamp.
CREATE MACRO to_local("timestamp", zone) AS (
  SELECT
    CASE
      WHEN at_ts IS NULL OR in_zone IS NULL THEN NULL
      WHEN offset_ms IS NULL THEN error(format('no space is in the time zone "{}"', in_zone))
      ELSE make_timestamp_ms(at_ts + offset_ms)
    END
  FROM (SELECT base.to_ms("timestamp") AS at_ts, zone AS in_zone)
  LEFT JOIN base.zone_span
    ON time_zone = in_zone
    AND base.is_within(at_ts, from_ts, to_ts)
)

-- name: to-utc
-- Grain: one value: the UTC timestamp of a local time of a time zone, for example of a space. It is the first one if
-- the local time occurs twice, and later by the skipped duration if a clock change skips it (D2).
CREATE MACRO to_utc(wall_time, zone) AS (
  SELECT
    CASE
      WHEN at_local IS NULL OR in_zone IS NULL THEN NULL
      WHEN offset_ms IS NULL THEN error(format('no space is in the time zone "{}"', in_zone))
      ELSE make_timestamp_ms(at_local - offset_ms)
    END
  FROM (SELECT base.to_ms(wall_time) AS at_local, zone AS in_zone)
  LEFT JOIN base.zone_span
    ON time_zone = in_zone
    AND base.is_within(at_local, local_from, local_to)
)
