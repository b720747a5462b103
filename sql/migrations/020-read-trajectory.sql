-- Grain: one value, the trajectory that a text means, 1 or -1; null for any other.
CREATE MACRO read_trajectory(text) AS
CASE try_cast(trim(text) AS DOUBLE)
  WHEN 1 THEN 1::TINYINT
  WHEN -1 THEN (-1)::TINYINT
END
