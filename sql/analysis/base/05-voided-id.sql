-- Grain: one row an event that has been voided (D5).
CREATE TABLE base.voided_id (
  id BIGINT NOT NULL
)
