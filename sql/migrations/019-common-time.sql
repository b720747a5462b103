-- Grain: one value, the instant in ms that a text of a common form means (D1); null for any other text,
-- which the program reads.
CREATE MACRO common_time(text) AS
CASE
  WHEN regexp_full_match(
    text,
    '(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)'
  )
  AND epoch_ms(try_cast(text AS TIMESTAMPTZ)) BETWEEN 0 AND 253402300799999
  THEN epoch_ms(try_cast(text AS TIMESTAMPTZ))
END
