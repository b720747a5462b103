-- Grain: one row a voided event that the hours know to be one.
CREATE TABLE base.hours_voided (
  id BIGINT NOT NULL
)
