-- Grain: one row a time segment.
CREATE TABLE base.time_segment (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  label VARCHAR NOT NULL,
  start_time VARCHAR NOT NULL,
  end_time VARCHAR NOT NULL,
  days VARCHAR[] NOT NULL,
  space_keys VARCHAR[] NOT NULL,
  group_names VARCHAR[] NOT NULL
)
