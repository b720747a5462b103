-- Grain: one row an explicit reset that the hours know.
INSERT INTO base.hours_reset
SELECT id, space_id, ts
FROM base.reset
