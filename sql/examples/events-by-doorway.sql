-- Which doorways are used most?
-- Grain: one row a doorway, the busiest first. Events of sensors attached nowhere stand under NULL.
SELECT doorway_name, count(*) AS events, min("timestamp") AS first, max("timestamp") AS last
FROM events
GROUP BY doorway_name
ORDER BY events DESC, doorway_name
