-- Grain: one row a space that was last told to be unsafe (D23).
CREATE TABLE unsafe_space (
  space_id BIGINT NOT NULL
)
