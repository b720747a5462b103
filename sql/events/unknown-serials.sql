-- Grain: one row a sensor that the input names and the catalog does not know, in order of appearance.
SELECT serial_number
FROM judged
ANTI JOIN sensor USING (serial_number)
WHERE problem IS NULL
GROUP BY serial_number
ORDER BY min(row)
