-- Grain: one row, the instant that answers are as of, and the earliest that anything happened at.
INSERT INTO base.as_of
VALUES ($ts, $first_ts)
