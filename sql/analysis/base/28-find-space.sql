-- Grain: one value, the number of the space of an id or a name. An error where there is none, or several.
CREATE MACRO base.find_space(space) AS (
  SELECT
    CASE
      WHEN min(wanted) IS NULL THEN NULL
      WHEN count(id) FILTER (key = wanted) = 1 THEN max(id) FILTER (key = wanted)
      WHEN count(id) = 1 THEN max(id)
      WHEN count(id) = 0 THEN error(format('no space has the id or the name "{}"', min(wanted)))
      ELSE error(format('{} spaces are called "{}"; use an id', count(id), min(wanted)))
    END
  FROM (SELECT space::VARCHAR AS wanted)
  LEFT JOIN base.space ON key = wanted OR name = wanted
)
