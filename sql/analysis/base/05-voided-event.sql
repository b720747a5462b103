-- Grain: one row a voided event that has been taken from the others; the hours may know it still.
CREATE TABLE base.voided_event (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL
)
