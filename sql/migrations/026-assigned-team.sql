-- Grain: one row a team and a space it is assigned to.
CREATE TABLE assigned_team (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  team_name VARCHAR NOT NULL,
  created_at BIGINT NOT NULL
)
