-- Grain: one row, the whole log read once: the least that anything over it can cost.
SELECT sum(trajectory) AS net, max(ts) AS last_ts
FROM event
