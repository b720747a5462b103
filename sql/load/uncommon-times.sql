-- Grain: one row a time in the input that is not in a common form.
SELECT DISTINCT ts_text
FROM report
WHERE ts IS NULL
  AND ts_text IS NOT NULL
