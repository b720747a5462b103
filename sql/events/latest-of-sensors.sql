-- Grain: one row a sensor with events: the timestamp of its latest.
SELECT sensor, max(ts) AS ts
FROM event
GROUP BY sensor
