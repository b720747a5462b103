-- Grain: one row a time segment.
CREATE TABLE time_segment (
  id BIGINT NOT NULL,
  label VARCHAR NOT NULL,
  start_time VARCHAR NOT NULL,
  end_time VARCHAR NOT NULL,
  days VARCHAR[] NOT NULL,
  space_ids BIGINT[] NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
)
