-- Grain: one row a row of the input that is not refused, in its order.
SELECT row, serial_number, ts, trajectory, event_id
FROM judged
WHERE problem IS NULL
ORDER BY row
