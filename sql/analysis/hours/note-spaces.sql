-- Grain: one row a space, what its hours are derived from besides events and explicit resets, and whether it has
-- changes: the plan has all spaces that have some.
INSERT INTO base.hours_space
SELECT space_id, rules, space_id IN (SELECT space_id FROM base.hours_plan)
FROM base.hours_stale
