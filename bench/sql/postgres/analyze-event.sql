-- Grain: one row an event: what the planner knows of them, and which pages need no look at who may see them.
VACUUM (ANALYZE) event
