-- Grain: one row a sensor that rows which are not refused name, with how many they are.
SELECT serial_number, count(*) AS rows
FROM judged
WHERE problem IS NULL
GROUP BY serial_number
ORDER BY serial_number
