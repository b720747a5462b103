-- Grain: one row a line of the CSV file that could not be split into its columns, ascending.
SELECT line, min(error_message) AS reason
FROM malformed
GROUP BY line
ORDER BY line
