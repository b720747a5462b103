-- Local times.

-- name: to-local
-- Grain: one value: the wall time that clocks in a time zone show at a UTC timestamp. The zone is that of a space.
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
-- Grain: one value: the UTC timestamp at which clocks in a time zone show a wall time: the first if it occurs
-- twice; if a change of the clocks skips it, as much later as they skip (D2). The zone is that of a space.
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
