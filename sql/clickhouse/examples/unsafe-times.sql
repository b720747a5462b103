-- How often and for how long did each space exceed its safe limit in the last four weeks?
-- One row per space with a safe limit, the longest total time first.
-- A breach that started earlier counts with its whole duration, one that still lasts counts up to now.
WITH
  (SELECT timestamp FROM as_of) AS present,
  recent AS (
    SELECT space_id, start, coalesce(end, present) AS until, peak_count
    FROM breaches
    WHERE end IS NULL OR end > present - INTERVAL 28 DAY
  )
SELECT
  spaces.name AS space_name,
  spaces.safe_limit AS safe_limit,
  countIf(recent.space_id != '') AS breaches,
  if(breaches = 0, NULL, round(sum(dateDiff('millisecond', recent.start, recent.until)) / 3600000, 2)) AS hours_unsafe,
  if(breaches = 0, NULL, max(recent.peak_count)) AS most_people
FROM spaces
LEFT JOIN recent ON recent.space_id = spaces.id
WHERE spaces.safe_limit IS NOT NULL
GROUP BY spaces.id, spaces.name, spaces.safe_limit
ORDER BY hours_unsafe DESC NULLS LAST, space_name
