-- Grain: one row, the span of time that all rebindings lie in.
SELECT min(valid_from) AS valid_from, max(valid_to) AS valid_to
FROM rebound
