-- When exactly was each space at its fullest, of all the time there is data for?
-- Grain: one row a space, the fullest first.
-- The hours say in which hour it was; the changes within that hour say at which instant, by the clocks there.
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
