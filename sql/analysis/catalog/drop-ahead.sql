-- Grain: one row an event, of those since an id, that is ahead of the clock.
DELETE FROM base.event
WHERE id > $after_id
  AND ts > $as_of
