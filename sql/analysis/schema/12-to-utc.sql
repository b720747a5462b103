-- Grain: one value, the UTC timestamp at which clocks in a time zone show a wall time: the first where it occurs
-- twice; where a change of the clocks skips it, as much later as they skip (D2).
CREATE MACRO to_utc(wall_time, zone) AS (
  SELECT make_timestamp_ms(at_local - offset_ms)
  FROM (SELECT base.to_ms(wall_time) AS at_local, zone AS in_zone)
  JOIN base.zone_span
    ON time_zone = in_zone
    AND at_local >= local_from
    AND at_local < local_to
)
