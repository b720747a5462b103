-- How many people are in each space now, and how many were a week ago at this time?
-- One row per space, the highest count first.
SELECT
  name AS space_name,
  count_at(id, as_of."timestamp") AS people_now,
  count_at(id, as_of."timestamp" - INTERVAL 7 DAY) AS people_a_week_ago
FROM spaces
CROSS JOIN as_of
ORDER BY people_now DESC, space_name
