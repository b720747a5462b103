-- Grain: one row a space and hour of the measured range: its sample.
DROP TABLE IF EXISTS hour_sample
