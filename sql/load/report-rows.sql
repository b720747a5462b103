-- Grain: one row, how many rows the input has.
SELECT count(*) AS rows
FROM report
