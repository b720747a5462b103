-- How many people are in each space now, and how many were a week ago at this time?
-- One row per space, the highest count first.
-- `hourly` has the count at the start of an hour. The changes after it, in their order, give any later one: an event
-- adds its direction, and the count stays at least 0; a reset sets the count.
WITH
  (SELECT timestamp FROM as_of) AS present,
  asked AS (
    SELECT id AS space_id, name AS space_name, arrayJoin([present, present - INTERVAL 7 DAY]) AS instant
    FROM spaces
  ),
  begun AS (
    SELECT
      asked.space_id AS space_id,
      asked.space_name AS space_name,
      asked.instant AS instant,
      hour.timestamp AS hour_start,
      hour.count AS count
    FROM asked
    ASOF LEFT JOIN (
      SELECT space_id, timestamp, count FROM hourly WHERE timestamp >= present - INTERVAL 8 DAY
    ) AS hour ON hour.space_id = asked.space_id AND hour.timestamp <= asked.instant
  ),
  change AS (
    SELECT space_id, timestamp, 0 AS kind, 0 AS nth, 0 AS value
    FROM daily_resets
    WHERE timestamp >= present - INTERVAL 8 DAY
    UNION ALL
    SELECT space_id, timestamp, 1, toInt64(substring(id, 5)), count
    FROM resets
    WHERE timestamp >= present - INTERVAL 8 DAY
    UNION ALL
    SELECT space_id, timestamp, 2, toInt64(substring(id, 5)), direction
    FROM space_events
    WHERE timestamp >= present - INTERVAL 8 DAY
  ),
  counted AS (
    SELECT begun.space_id AS space_id, begun.space_name AS space_name, begun.instant AS instant, arrayFold(
      (n, each) -> if(each.2 = 2, greatest(n + each.4, 0), each.4),
      arraySort(
        groupArrayIf((change.timestamp, change.kind, change.nth, toInt64(change.value)), change.space_id != '')
      ),
      toInt64(any(begun.count))
    ) AS people
    FROM begun
    LEFT JOIN change
      ON change.space_id = begun.space_id
      AND change.timestamp > begun.hour_start
      AND change.timestamp <= begun.instant
    GROUP BY space_id, space_name, instant
  )
SELECT
  space_name,
  argMax(people, instant) AS people_now,
  argMin(people, instant) AS people_a_week_ago
FROM counted
GROUP BY space_id, space_name
ORDER BY people_now DESC, space_name
