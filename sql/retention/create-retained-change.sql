-- Grain: one row a change of a space's count whose event has been removed, on its way into a file.
CREATE TABLE retained_change (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  direction TINYINT NOT NULL
)
