-- Grain: one value, as before: the instant in ms that a text of a common form means (D1; it may lie outside D1's
-- years); null for any other text, which the program reads. Without an offset a time is UTC. The most common form,
-- to the ms in UTC, is told by a pattern that takes half as long as a regular expression.
CREATE OR REPLACE MACRO common_time(text) AS
CASE
  WHEN text GLOB '[2-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]Z'
    OR text GLOB '[2-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T2[0-3]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]Z'
    THEN epoch_ms(try_cast(text AS TIMESTAMP))
  WHEN regexp_full_match(
    text,
    '(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?'
  )
    THEN epoch_ms(try_cast(
      CASE WHEN right(text, 1) = 'Z' OR text[-6] IN ('+', '-') THEN text ELSE text || 'Z' END
      AS TIMESTAMPTZ
    ))
END
