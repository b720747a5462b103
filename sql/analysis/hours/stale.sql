-- Grain: one row a space, its rules, and from when on its hours are stale: from the first difference between what is known now
-- of events, resets and rules and what was when they were derived, and from the end of what was derived.
INSERT INTO base.hours_stale
WITH present AS MATERIALIZED (
  FROM base.space_rules
),
difference AS (
  SELECT space_id, -9223372036854775808 AS ts, true AS loses
  FROM present
  LEFT JOIN base.hours_space USING (space_id)
  WHERE hours_space.rules IS DISTINCT FROM present.rules
  UNION ALL
  SELECT space_id, ts, false
  FROM base.reset
  ANTI JOIN base.hours_reset USING (id)
  UNION ALL
  SELECT space_id, ts, true
  FROM base.hours_reset
  ANTI JOIN base.reset USING (id)
  UNION ALL
  SELECT space_id, ts, false
  FROM base.bound_event
  WHERE id > $known_event
    AND ts < $known_ts
  UNION ALL
  SELECT binding.space_id, event.ts, true
  FROM base.voided_event AS event
  JOIN base.binding
    ON binding.sensor = event.sensor
    AND event.ts >= binding.valid_from
    AND event.ts < binding.valid_to
  WHERE event.id NOT IN (SELECT id FROM base.hours_voided)
  UNION ALL
  SELECT space_id, $known_ts, false
  FROM present
)
SELECT space_id, rules, min(ts), bool_or(loses)
FROM present
JOIN difference USING (space_id)
GROUP BY space_id, rules
