-- How do the entrances of the last four weeks compare with those of a year before?
-- One row per space with entrances a year before, the largest increase first.
-- A year is 52 weeks here, so that equal weekdays are compared.
WITH day AS (
  SELECT space_name, entrances AS came, (SELECT "timestamp" FROM as_of)::DATE - local_date AS age
  FROM daily
)
SELECT
  space_name,
  sum(came) FILTER (age BETWEEN 1 AND 28) AS entrances,
  sum(came) FILTER (age BETWEEN 365 AND 392) AS entrances_last_year,
  round(100 * (entrances / entrances_last_year - 1), 1) AS change_percent
FROM day
GROUP BY space_name
HAVING entrances_last_year > 0
ORDER BY change_percent DESC, space_name
