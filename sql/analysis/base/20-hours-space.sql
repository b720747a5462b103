-- Grain: one row a space, and what its hours were derived from besides events and explicit resets.
CREATE TABLE base.hours_space (
  space_id BIGINT NOT NULL,
  rules VARCHAR NOT NULL
)
