-- Grain: one row a space and instant at which resets set its count: the last of them in D6's order.
CREATE VIEW base.reset_change AS
SELECT
  space_id,
  ts,
  CASE WHEN max(id) = 0 THEN 'daily_reset' ELSE 'reset' END AS kind,
  max(id) AS id,
  arg_max(count, id) AS count
FROM (
  SELECT space_id, ts, 0::BIGINT AS id, 0 AS count
  FROM base.due_daily_reset
  UNION ALL
  SELECT space_id, ts, id, count
  FROM base.reset
)
GROUP BY space_id, ts
