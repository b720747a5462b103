-- Grain: one row an event, of those since an id, that is ahead of the clock.
INSERT INTO base.event_ahead
SELECT *
FROM base.event
WHERE id > $after_id
  AND ts > $as_of
