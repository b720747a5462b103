-- Grain: one row, the earliest instant of an event since an id, removed ones too, or of an explicit reset; null where
-- there is none. Since id 0 it is that of all events.
SELECT min(ts) AS first_ts
FROM (
  SELECT min(ts) AS ts FROM base.event WHERE id > $after_id
  UNION ALL
  SELECT min(ts) FROM base.kept_change WHERE $after_id = 0
  UNION ALL
  SELECT min(ts) FROM base.reset
)
