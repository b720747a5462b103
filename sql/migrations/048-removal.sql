-- Grain: one row a removal of events from the log: how many from before `boundary` went, and the greatest id that
-- the log had had by then.
CREATE TABLE removal (
  boundary BIGINT NOT NULL,
  removed_at BIGINT NOT NULL,
  events BIGINT NOT NULL,
  last_event_id BIGINT NOT NULL
)
