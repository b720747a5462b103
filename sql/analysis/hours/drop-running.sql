-- Grain: all hours under way.
DELETE FROM base.running_hour
