-- Grain: one row a space, and what its hours are derived from besides events and explicit resets.
INSERT INTO base.hours_space
SELECT space_id, rules
FROM base.space_rules
