-- Grain: one row per event that changes the count of a space in a range, in the order of D6.
SELECT ts, direction
FROM event
WHERE space_id = {space_id:Int64}
  AND ts >= {start_ts:Int64}
  AND ts < {end_ts:Int64}
ORDER BY ts, id
