-- Grain: one value, a step such as `15m` or `1M` as a struct of its length: ms, days or months, the others null
-- (D11). An error where the text is not one.
CREATE MACRO base.read_step(text) AS (
  SELECT
    CASE
      WHEN wanted IS NULL THEN NULL
      WHEN amount < 1 OR amount > longest OR longest IS NULL THEN error(
        format(
          '"{}" is not a step; use a whole number followed by s, m, h, d, w or M (months), from 1s to 10 years',
          wanted
        )
      )
      ELSE {
        'ms': CASE unit WHEN 's' THEN amount * 1000 WHEN 'm' THEN amount * 60000 WHEN 'h' THEN amount * 3600000 END,
        'days': CASE unit WHEN 'd' THEN amount WHEN 'w' THEN amount * 7 END,
        'months': CASE WHEN unit IN ('M', 'mo') THEN amount END
      }
    END
  FROM (
    SELECT
      wanted,
      unit,
      try_cast(regexp_extract(wanted, '^\d{1,12}') AS BIGINT) AS amount,
      CASE unit
        WHEN 's' THEN 315619200
        WHEN 'm' THEN 5260320
        WHEN 'h' THEN 87672
        WHEN 'd' THEN 3653
        WHEN 'w' THEN 521
        WHEN 'M' THEN 120
        WHEN 'mo' THEN 120
      END AS longest
    FROM (
      SELECT wanted, regexp_extract(wanted, '^\d{1,12}(s|m|h|d|w|mo|M)$', 1) AS unit
      FROM (SELECT text::VARCHAR AS wanted)
    )
  )
)
