-- Grain: one row a space, and all that its hours rest on besides events and explicit resets, as a text.
CREATE VIEW base.space_rules AS
SELECT
  space.id AS space_id,
  md5(concat_ws('|', space.time_zone, bound.rules, scheduled.rules)) AS rules
FROM base.space
LEFT JOIN (
  SELECT
    space_id,
    string_agg(concat_ws(',', sensor, sensor_placement, valid_from, valid_to), ';' ORDER BY sensor, valid_from, valid_to, sensor_placement) AS rules
  FROM base.binding
  GROUP BY space_id
) AS bound ON bound.space_id = space.id
LEFT JOIN (
  SELECT
    space_id,
    string_agg(concat_ws(',', time_zone, coalesce(daily_reset, '-'), coalesce(valid_from, 0)), ';' ORDER BY valid_from NULLS FIRST) AS rules
  FROM base.schedule
  GROUP BY space_id
) AS scheduled ON scheduled.space_id = space.id
