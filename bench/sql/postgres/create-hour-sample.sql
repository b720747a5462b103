-- Grain: one row per space and hour of the measured range. The table is unlogged, because it can be computed again.
CREATE UNLOGGED TABLE hour_sample (
  space_id bigint NOT NULL,
  hour integer NOT NULL,
  count integer NOT NULL,
  min integer NOT NULL,
  max integer NOT NULL,
  entrances integer NOT NULL,
  exits integer NOT NULL,
  count_time float8 NOT NULL
)
