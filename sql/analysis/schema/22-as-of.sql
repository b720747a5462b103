-- Grain: one row, the instant that answers are as of: nothing after it is seen (D3).
CREATE VIEW as_of AS
SELECT make_timestamp_ms(ts) AS "timestamp"
FROM base.as_of
