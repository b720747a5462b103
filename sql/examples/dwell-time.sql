-- How long do people stay in each space?
-- Grain: one row a space, the longest stay first.
-- Little's law: the people inside on average, divided by the entrances a minute, is the minutes that each stays.
-- It holds over whole days that begin and end empty; errors of sensors show in it.
SELECT
  space_name,
  sum(entrances) AS entrances,
  round(sum(average_count * hours) * 60 / sum(entrances), 1) AS minutes_inside
FROM daily
WHERE local_date >= (SELECT "timestamp" FROM as_of)::DATE - 28
  AND local_date < (SELECT "timestamp" FROM as_of)::DATE
GROUP BY space_id, space_name
HAVING sum(entrances) > 0
ORDER BY minutes_inside DESC, space_name
