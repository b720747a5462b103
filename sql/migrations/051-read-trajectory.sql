-- Grain: one value, as before: the trajectory that a text means, 1 or -1; null for any other. Most texts are one of
-- two, which need not be made numbers.
CREATE OR REPLACE MACRO read_trajectory(text) AS
CASE text
  WHEN '1' THEN 1::TINYINT
  WHEN '-1' THEN (-1)::TINYINT
  ELSE CASE try_cast(trim(text) AS DOUBLE)
    WHEN 1 THEN 1::TINYINT
    WHEN -1 THEN (-1)::TINYINT
  END
END
