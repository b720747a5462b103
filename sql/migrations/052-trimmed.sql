-- Grain: one value, a text without blanks (Unicode's space separators) around it. Making a new one of each takes longer
-- than to look whether one may begin or end with a blank: of those, one alone has a single byte.
CREATE MACRO trimmed(text) AS
CASE
  WHEN text LIKE ' %' OR text LIKE '% ' OR strlen(text) <> length(text) THEN trim(text)
  ELSE text
END
