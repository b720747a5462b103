-- Grain: one row a space and local hour, from the hour of its first change on; the last one may be under way.
CREATE VIEW base.space_hour AS
FROM base.hour
UNION ALL
FROM base.running_hour
