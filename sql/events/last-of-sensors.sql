-- Grain: one row a sensor with events since an instant: the last of them.
SELECT sensor.id AS sensor_id, max(event.ts) AS ts
FROM event
JOIN sensor ON sensor.key = event.sensor
WHERE event.ts >= $since
GROUP BY sensor.id
