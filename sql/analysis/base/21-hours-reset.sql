-- Grain: one row an explicit reset that the hours know.
CREATE TABLE base.hours_reset (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  ts BIGINT NOT NULL
)
