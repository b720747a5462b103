-- Grain: one value, a timestamp, date or text as ms since the epoch; without an offset it is UTC (D1).
CREATE MACRO base.to_ms(instant) AS epoch_ms(instant::TIMESTAMPTZ)
