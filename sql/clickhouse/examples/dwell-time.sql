-- How long do people stay in each space?
-- One row per space, the longest stay first.
-- Little's law: the average stay in minutes is the average count divided by the entrances per minute. It applies to
-- whole days that begin and end with an empty space. Errors of sensors distort the result.
SELECT
  space_name,
  sum(daily.entrances) AS entrances,
  round(sum(average_count * hours) * 60 / sum(daily.entrances), 1) AS minutes_inside
FROM daily
WHERE local_date >= (SELECT toDate32(timestamp) FROM as_of) - 28
  AND local_date < (SELECT toDate32(timestamp) FROM as_of)
GROUP BY space_id, space_name
HAVING sum(daily.entrances) > 0
ORDER BY minutes_inside DESC, space_name
