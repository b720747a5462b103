-- Grain: one value, the instant in ms that a text of a common form means (D1; it may lie outside D1's
-- years); null for any other text, which the program reads. Without an offset a time is UTC.
CREATE MACRO common_time(text) AS
epoch_ms(try_cast(
  CASE
    WHEN regexp_full_match(
      text,
      '(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?'
    )
    THEN CASE WHEN right(text, 1) = 'Z' OR text[-6] IN ('+', '-') THEN text ELSE text || 'Z' END
  END
  AS TIMESTAMPTZ
))
