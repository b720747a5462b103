-- Grain: one row a time segment and space that it is set on; descendants inherit it (D14).
CREATE VIEW time_segments AS
SELECT
  segment.id,
  segment.label,
  segment.start_time,
  segment.end_time,
  segment.days,
  segment.group_names,
  segment.space_id,
  space.name AS space_name
FROM (
  SELECT
    key AS id,
    label,
    start_time,
    end_time,
    days,
    group_names,
    unnest(CASE WHEN len(space_keys) = 0 THEN [NULL] ELSE space_keys END) AS space_id
  FROM base.time_segment
) AS segment
LEFT JOIN base.space ON space.key = segment.space_id
