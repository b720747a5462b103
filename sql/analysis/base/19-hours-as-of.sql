-- Grain: one row, the instant up to which hours are derived, and the last event that they know.
CREATE TABLE base.hours_as_of (
  ts BIGINT NOT NULL,
  event_id BIGINT NOT NULL
)
