-- Grain: one row, the bytes on disk of the events with their index.
SELECT sum(bytes_on_disk)
FROM system.parts
WHERE active AND table = 'event'
