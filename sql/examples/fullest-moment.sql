-- When did each space reach its highest count?
-- One row per space, the highest count first.
-- `hourly` has the hour of the highest count, `count_changes` the exact local time within that hour.
WITH fullest AS (
  SELECT space_id, space_name, max, "timestamp" AS hour_start
  FROM hourly
  QUALIFY row_number() OVER (PARTITION BY space_id ORDER BY max DESC, "timestamp") = 1
)
SELECT fullest.space_name, fullest.max, min(change.local_timestamp) AS local_timestamp
FROM fullest
LEFT JOIN LATERAL (
  FROM count_changes(fullest.space_id, fullest.hour_start, fullest.hour_start + INTERVAL 1 HOUR)
) AS change ON change.count = fullest.max
GROUP BY fullest.space_id, fullest.space_name, fullest.max
ORDER BY fullest.max DESC, fullest.space_name
