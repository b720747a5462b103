-- Grain: one row a team assigned to a space, in order of creation.
SELECT id, space_id, team_name, created_at
FROM assigned_team
ORDER BY id
