-- Reads two columns of the whole log: the minimum cost of any computation over all events.
SELECT sum(trajectory) AS net, max(ts) AS last_ts
FROM event
