-- How did the count of the space with most entrances change yesterday, by quarter-hour?
-- One row per quarter-hour, in order.
-- Yesterday is the local day of the space. `hourly` has the count at the start of an hour, after all changes of that instant.
-- The changes after it give any later count: a reset sets it, an event adds its direction, and it stays at least 0. So the
-- count is the sum since the last reset, less the lowest such sum until then if that was below 0.
-- A quarter-hour begins after the resets of its first instant and before its events.
WITH
  (SELECT timestamp FROM as_of) AS present,
  present - INTERVAL 4 DAY AS since,
  (
    SELECT (any(space_id), any(timestamp), any(local_date), any(hours))
    FROM (
      SELECT space_id, timestamp, local_date, hours
      FROM daily
      WHERE local_date >= toDate32(present) - 3
        AND (space_id, local_date) IN (
          SELECT
            space_id,
            toDate32(addMilliseconds(present, argMax(dateDiff('millisecond', timestamp, local_timestamp), timestamp))) - 1
          FROM hourly
          WHERE timestamp >= since
          GROUP BY space_id
        )
      ORDER BY entrances DESC, space_id
      LIMIT 1
    )
  ) AS busiest,
  busiest.1 AS busiest_id,
  busiest.2 AS first_hour,
  addMilliseconds(first_hour, toInt64(round(busiest.4 * 3600000))) AS next_midnight,
  -- The hours of that space in order, each with the count at its start and its distance from UTC.
  (
    SELECT arraySort(groupArray((timestamp, count, dateDiff('millisecond', timestamp, local_timestamp))))
    FROM hourly
    WHERE space_id = busiest_id
      AND timestamp >= since
  ) AS hours,
  arrayLast(hour -> hour.1 < first_hour, hours) AS opening,
  arrayFirst(hour -> hour.1 >= first_hour, hours).3 AS first_offset,
  -- In `daily`, the first day of a space begins with the hour of its first change.
  if(
    arrayExists(hour -> hour.1 < first_hour, hours),
    first_hour,
    addMilliseconds(toDateTime64(busiest.3, 3, 'UTC'), -first_offset)
  ) AS midnight,
  step AS (
    SELECT opening.1 AS timestamp, 0 AS kind, 0 AS nth, toInt64(opening.2) AS value
    UNION ALL
    SELECT timestamp, 0, 0, 0
    FROM daily_resets
    WHERE space_id = busiest_id AND timestamp > opening.1 AND timestamp < next_midnight AND timestamp >= since
    UNION ALL
    SELECT timestamp, 1, toInt64(substring(id, 5)), count
    FROM resets
    WHERE space_id = busiest_id AND timestamp > opening.1 AND timestamp < next_midnight AND timestamp >= since
    UNION ALL
    SELECT addMilliseconds(midnight, arrayJoin(range(0, dateDiff('millisecond', midnight, next_midnight), 900000))), 2, 0, 0
    UNION ALL
    SELECT timestamp, 3, toInt64(substring(id, 5)), direction
    FROM space_events
    WHERE space_id = busiest_id AND timestamp > opening.1 AND timestamp < next_midnight AND timestamp >= since
  ),
  numbered AS (
    SELECT
      *,
      countIf(kind < 2) OVER (ORDER BY timestamp, kind, nth ROWS UNBOUNDED PRECEDING) AS period,
      maxIf(timestamp, kind = 2) OVER (ORDER BY timestamp, kind, nth ROWS UNBOUNDED PRECEDING) AS quarter
    FROM step
  ),
  summed AS (
    SELECT *, sum(value) OVER (PARTITION BY period ORDER BY timestamp, kind, nth ROWS UNBOUNDED PRECEDING) AS net
    FROM numbered
  ),
  counted AS (
    SELECT
      *,
      net - least(0, min(net) OVER (PARTITION BY period ORDER BY timestamp, kind, nth ROWS UNBOUNDED PRECEDING)) AS people
    FROM summed
  ),
  sample AS (
    SELECT
      quarter,
      argMaxIf(people, (kind, nth), timestamp = quarter) AS at_start,
      min(people) AS lowest,
      max(people) AS highest,
      countIf(kind = 3 AND value = 1) AS came,
      countIf(kind = 3 AND value = -1) AS went
    FROM counted
    WHERE quarter > opening.1
      -- A reset at the end of a quarter-hour belongs to the next one.
      AND timestamp < addMilliseconds(quarter, 900000)
    GROUP BY quarter
  )
SELECT
  busiest_id AS space_id,
  addMilliseconds(
    quarter,
    if(quarter < hours[1].1, first_offset, arrayLast(hour -> hour.1 <= quarter, hours).3)
  ) AS local_timestamp,
  at_start AS count,
  lowest AS min,
  highest AS max,
  came AS entrances,
  went AS exits
FROM sample
ORDER BY quarter
