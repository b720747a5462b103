-- Grain: one row a row of the input whose time the program has read.
UPDATE report
SET ts = read_time.ts
FROM read_time
WHERE report.ts IS NULL
  AND report.ts_text = read_time.ts_text
