-- Grain: one row a loss of acknowledged changes that has been accepted: the last event's id that was left, the highest
-- ids that had been given away and are never given to anything else, and what was lost.
CREATE TABLE accepted_loss (
  accepted_at BIGINT NOT NULL,
  kept_event_id BIGINT NOT NULL,
  last_event_id BIGINT NOT NULL,
  next_id BIGINT NOT NULL,
  last_call_id BIGINT NOT NULL,
  reason VARCHAR NOT NULL
)
