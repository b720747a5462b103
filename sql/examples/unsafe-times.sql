-- How often and for how long did each space exceed its safe limit in the last four weeks?
-- One row per space with a safe limit, the longest total time first.
-- A breach that started earlier counts with its whole duration, one that still lasts counts up to now.
SELECT
  spaces.name AS space_name,
  spaces.safe_limit,
  count(breach."start") AS breaches,
  round(sum(epoch(coalesce(breach."end", as_of."timestamp") - breach."start")) / 3600, 2) AS hours_unsafe,
  max(breach.peak_count) AS most_people
FROM spaces
CROSS JOIN as_of
LEFT JOIN LATERAL (
  FROM breaches(spaces.id, as_of."timestamp" - INTERVAL 28 DAY, as_of."timestamp")
) AS breach ON true
WHERE spaces.safe_limit IS NOT NULL
GROUP BY spaces.id, spaces.name, spaces.safe_limit
ORDER BY hours_unsafe DESC NULLS LAST, space_name
