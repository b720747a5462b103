-- Grain: one row: the bytes of the tables with a row for each event, or for each hour and day.
SELECT
  sumIf(bytes_on_disk, table IN ('event_base', 'space_event_base')) AS event_bytes,
  sumIf(bytes_on_disk, table IN ('hour_base', 'day_base')) AS hour_bytes
FROM system.parts
WHERE active AND database = currentDatabase()
