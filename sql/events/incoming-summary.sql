-- Grain: one row, the incoming events as a whole.
SELECT count(*) AS events, min(ts) AS first_ts, max(ts) AS last_ts, max(row) AS last_row
FROM incoming
