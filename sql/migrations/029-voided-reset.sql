-- Grain: a column of each reset: when it was voided; null where it holds (D5).
ALTER TABLE reset ADD COLUMN voided_at BIGINT
