-- When did each space reach its highest count?
-- One row per space, the highest count first.
-- `hourly` has the count at the start of an hour. The changes after it, in their order, give any later one: an event
-- adds its direction, and the count stays at least 0; a reset sets the count.
WITH
  fullest AS (
    SELECT space_id, space_name, timestamp, local_timestamp, count, hourly.max AS most
    FROM hourly
    ORDER BY most DESC, timestamp
    LIMIT 1 BY space_id
  ),
  change AS (
    SELECT space_id, timestamp, 0 AS kind, 0 AS nth, 0 AS value
    FROM daily_resets
    WHERE timestamp >= (SELECT min(timestamp) FROM fullest)
    UNION ALL
    SELECT space_id, timestamp, 1, toInt64(substring(id, 5)), count
    FROM resets
    WHERE timestamp >= (SELECT min(timestamp) FROM fullest)
    UNION ALL
    SELECT space_id, timestamp, 2, toInt64(substring(id, 5)), direction
    FROM space_events
    WHERE timestamp >= (SELECT min(timestamp) FROM fullest)
  ),
  counted AS (
    SELECT
      fullest.space_name AS space_name,
      fullest.most AS most,
      fullest.timestamp AS hour_start,
      fullest.local_timestamp AS local_start,
      arraySort(
        groupArrayIf((change.timestamp, change.kind, change.nth, toInt64(change.value)), change.space_id != '')
      ) AS changes,
      arrayFold(
        (counts, each) -> arrayPushBack(counts, if(each.2 = 2, greatest(counts[-1] + each.4, 0), each.4)),
        changes,
        [toInt64(fullest.count)]
      ) AS counts
    FROM fullest
    LEFT JOIN change
      ON change.space_id = fullest.space_id
      AND change.timestamp > fullest.timestamp
      AND change.timestamp < fullest.timestamp + INTERVAL 1 HOUR
    GROUP BY fullest.space_id, space_name, most, hour_start, local_start, fullest.count
  )
SELECT
  space_name,
  most AS max,
  -- The first count is that at the start of the hour.
  addMilliseconds(
    if(counts[1] = most, hour_start, changes[indexOf(counts, most) - 1].1),
    dateDiff('millisecond', hour_start, local_start)
  ) AS local_timestamp
FROM counted
ORDER BY max DESC, space_name
