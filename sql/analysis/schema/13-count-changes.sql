-- Grain: one row a change of a space's count in [start_time, end_time), in order, with the count before and after
-- it: an event (even where the floor kept the count from changing), a daily reset or an explicit one (D6, D7).
CREATE MACRO count_changes(space, start_time, end_time) AS TABLE
WITH question AS (
  SELECT
    base.find_space(space) AS question_space,
    base.to_ms(start_time) AS question_start,
    least(base.to_ms(end_time), (SELECT ts FROM base.as_of)) AS question_end
),
change AS (
  SELECT *
  FROM base.changes(
    (SELECT question_space FROM question),
    (SELECT question_start FROM question),
    (SELECT question_end FROM question)
  )
)
SELECT
  make_timestamp_ms(change.ts) AS "timestamp",
  make_timestamp_ms(change.ts + zone_span.offset_ms) AS local_timestamp,
  change.kind,
  change.direction,
  change.count_before,
  change.count,
  CASE
    WHEN change.kind = 'event' AND change.id > 0 THEN 'evt_' || change.id
    WHEN change.kind = 'reset' THEN 'rst_' || change.id
  END AS id,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name
FROM change
JOIN question
  ON change.ts >= question_start
  AND change.kind IS NOT NULL
JOIN base.space AS counted ON counted.id = question_space
JOIN base.zone_span
  ON zone_span.time_zone = counted.time_zone
  AND change.ts >= zone_span.from_ts
  AND change.ts < zone_span.to_ts
LEFT JOIN base.doorway ON doorway.id = change.doorway_id
ORDER BY change.nth
