-- Macros that read fields of sensor reports from texts. Grain: one value each.

-- The instant in ms of a text of a common form (D1; it may be outside D1's years); null for any other text,
-- which the program reads. Without an offset a time is UTC. The most common form, to the ms in UTC, is recognized by a
-- pattern, which takes half as long as a regular expression.
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
END;

-- A text without the white space around it: that which `trimmed` in src/domain/sensor-report.ts removes. Checking
-- whether a text may begin or end with some takes a fraction of the time of the pattern: of white space, only the blank
-- and the control characters from 9 to 13 have a single byte.
CREATE OR REPLACE MACRO trimmed(text) AS
CASE
  WHEN text < '!'
    OR suffix(text, ' ')
    OR suffix(text, chr(9))
    OR suffix(text, chr(10))
    OR suffix(text, chr(11))
    OR suffix(text, chr(12))
    OR suffix(text, chr(13))
    OR strlen(text) <> length(text)
    THEN regexp_replace(text, '^[\t\n\v\f\r\p{Z}\x{feff}]+|[\t\n\v\f\r\p{Z}\x{feff}]+$', '', 'g')
  ELSE text
END;

-- The trajectory of a text: 1 with or without a sign, and with or without decimals of 0; null for any other text.
-- Most texts are one of two, which need no pattern.
CREATE OR REPLACE MACRO read_trajectory(text) AS
CASE text
  WHEN '1' THEN 1::TINYINT
  WHEN '-1' THEN (-1)::TINYINT
  ELSE CASE
    WHEN regexp_full_match(trimmed(text), '\+?1(\.0+)?') THEN 1::TINYINT
    WHEN regexp_full_match(trimmed(text), '-1(\.0+)?') THEN (-1)::TINYINT
  END
END;

-- The cells of a CSV file without blanks around them, in the order of its rows. Fails as a whole if a row cannot be split
-- into the columns. `path` is a glob pattern.
CREATE OR REPLACE MACRO csv_cells(path, delimiter, cells, has_header) AS TABLE
SELECT *
FROM read_csv(
  path,
  auto_detect = false,
  header = has_header,
  delim = delimiter,
  quote = '"',
  escape = '"',
  columns = cells
);

-- The cells of a row as CSV, quoted where they have to be.
CREATE OR REPLACE MACRO csv_text(cells, delimiter) AS
array_to_string(
  list_transform(cells, cell -> CASE
    WHEN contains(cell, delimiter) OR contains(cell, '"') OR contains(cell, chr(10)) OR contains(cell, chr(13))
      THEN '"' || replace(cell, '"', '""') || '"'
    ELSE coalesce(cell, '')
  END),
  delimiter
);

-- What a text stands for, by a list of words in lower case and the list of their meanings; another text is itself.
CREATE OR REPLACE MACRO meaning(text, words, meanings) AS
coalesce(meanings[list_position(words, lower(text))], text);

-- A number as text: a whole one has no decimal point. What is not finite is no value.
CREATE OR REPLACE MACRO number_text(number) AS
CASE
  WHEN NOT isfinite(number::DOUBLE) THEN NULL
  WHEN number = trunc(number) THEN coalesce(try_cast(number AS HUGEINT)::VARCHAR, number::VARCHAR)
  ELSE number::VARCHAR
END;
