-- Grain: one row a space and UTC day with events: its changes in the order they apply, packed as
-- milliseconds of the day << 1 | entrance. Derived from the log.
CREATE TABLE run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL,
  changes UINTEGER[] NOT NULL
)
