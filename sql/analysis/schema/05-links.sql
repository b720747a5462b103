-- Grain: one row a span of time for which a doorway led into a space; null is without limit (D5).
CREATE VIEW links AS
SELECT
  link.key AS id,
  space.key AS space_id,
  space.name AS space_name,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  link.sensor_placement,
  make_timestamp_ms(link.valid_from) AS valid_from,
  make_timestamp_ms(link.valid_to) AS valid_to
FROM base.link
JOIN base.space ON space.id = link.space_id
JOIN base.doorway ON doorway.id = link.doorway_id
