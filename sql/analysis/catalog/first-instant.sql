-- Grain: one row, the earliest instant of an event, removed ones too, or explicit reset; null where there is none.
SELECT min(ts) AS first_ts
FROM (
  SELECT min(ts) AS ts FROM base.event
  UNION ALL
  SELECT min(ts) FROM base.kept_change
  UNION ALL
  SELECT min(ts) FROM base.reset
)
