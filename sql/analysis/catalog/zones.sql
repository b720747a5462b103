-- Grain: one row a time zone of a space.
SELECT DISTINCT time_zone
FROM base.space
