-- Grain: one row, the instant that answers are as of, and the earliest that anything happened at.
SELECT ts, first_ts
FROM base.as_of
