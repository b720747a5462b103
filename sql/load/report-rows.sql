-- Grain: one row, how many rows of the input could be split into columns.
SELECT count(*) AS rows
FROM report
