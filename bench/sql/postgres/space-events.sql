-- Grain: one row per event that changes the count of a space in a range, in the order of D6.
SELECT ts, direction
FROM event
WHERE space_id = $1
  AND ts >= $2
  AND ts < $3
ORDER BY ts, id
