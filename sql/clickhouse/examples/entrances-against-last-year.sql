-- How do the entrances of the last four weeks compare with those of a year before?
-- One row per space with entrances a year before, the largest increase first.
-- A year is 52 weeks here, so that equal weekdays are compared.
SELECT
  space_name,
  sumIf(came, age BETWEEN 1 AND 28) AS entrances,
  sumIf(came, age BETWEEN 365 AND 392) AS entrances_last_year,
  round(100 * (entrances / entrances_last_year - 1), 1) AS change_percent
FROM (
  SELECT
    space_name,
    entrances AS came,
    dateDiff('day', local_date, (SELECT toDate32(timestamp) FROM as_of)) AS age
  FROM daily
  WHERE local_date >= (SELECT toDate32(timestamp) FROM as_of) - 392
)
GROUP BY space_name
HAVING entrances_last_year > 0
ORDER BY change_percent DESC, space_name
