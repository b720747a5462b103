-- How did the count of the space with most entrances change yesterday, by quarter-hour?
-- One row per quarter-hour, in order.
-- Yesterday is the local day of the space; `to_utc` converts its midnight to UTC.
WITH busiest AS (
  SELECT
    daily.space_id,
    to_utc(daily.local_date, spaces.time_zone) AS midnight,
    to_utc(daily.local_date + 1, spaces.time_zone) AS next_midnight
  FROM daily
  JOIN spaces ON spaces.id = daily.space_id
  WHERE daily.local_date = to_local((SELECT "timestamp" FROM as_of), spaces.time_zone)::DATE - 1
  ORDER BY daily.entrances DESC, daily.space_id
  LIMIT 1
)
SELECT
  busiest.space_id,
  sample.local_timestamp,
  sample.count,
  sample.min,
  sample.max,
  sample.entrances,
  sample.exits
FROM busiest
CROSS JOIN LATERAL (
  FROM counts(busiest.space_id, busiest.midnight, busiest.next_midnight, '15m')
) AS sample
ORDER BY sample."timestamp"
