-- Grain: one row a sensor, in order of creation.
SELECT id, key, serial_number, created_at
FROM sensor
ORDER BY key
