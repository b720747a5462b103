-- Collects statistics for the planner, and sets the visibility map, which index-only scans need.
VACUUM (ANALYZE) event
