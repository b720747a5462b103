-- The bytes on disk of the events and their index.
SELECT sum(bytes_on_disk)
FROM system.parts
WHERE active AND table = 'event'
