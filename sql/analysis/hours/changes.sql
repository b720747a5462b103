-- Grain: one row an event of a range that hours are to be derived from, by space, in D6's order: the space's
-- position, the UTC day, and the change as runs pack it.
SELECT
  plan.position,
  (event.ts // 86400000)::INTEGER AS day,
  (((event.ts % 86400000) << 1) | (event.direction > 0)::BIGINT)::INTEGER AS change
FROM base.bound_event AS event
JOIN base.hours_plan AS plan USING (space_id)
WHERE event.ts >= plan.start_ts
  AND event.ts >= $from_ts
  AND event.ts < $to_ts
  AND event.ts < (SELECT ts FROM base.as_of)
ORDER BY plan.position, event.ts, event.id
