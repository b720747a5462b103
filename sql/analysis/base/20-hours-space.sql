-- Grain: one row a space, what its hours were derived from besides events and explicit resets, and whether it had
-- changes, and so hours.
CREATE TABLE base.hours_space (
  space_id BIGINT NOT NULL,
  rules VARCHAR NOT NULL,
  has_changes BOOLEAN NOT NULL
)
