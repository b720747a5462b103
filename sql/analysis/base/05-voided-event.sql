-- Grain: one row an event that has been voided (D5).
CREATE TABLE base.voided_event (
  id BIGINT NOT NULL
)
