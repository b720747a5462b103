-- Grain: one value, a text without blanks around it; making a new one of each takes longer than to look for blanks.
CREATE MACRO trimmed(text) AS
CASE WHEN text LIKE ' %' OR text LIKE '% ' THEN trim(text) ELSE text END
