-- Grain: one row an event that has been voided: it stays in the log and counts for nothing (D5).
CREATE TABLE voided_event (
  id BIGINT NOT NULL,
  voided_at BIGINT NOT NULL
)
