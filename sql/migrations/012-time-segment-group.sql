-- Grain: one row a group of time segments.
CREATE TABLE time_segment_group (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  time_segment_ids BIGINT[] NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
)
