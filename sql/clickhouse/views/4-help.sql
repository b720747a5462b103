-- The list of all views.

-- name: help
-- Grain: one row per view, with the meaning of its rows.
SELECT name, 'view' AS kind, CAST([], 'Array(String)') AS parameters, comment AS description
FROM system.tables
WHERE engine = 'View'
  AND database = (SELECT any(_database) FROM cut)
ORDER BY name
