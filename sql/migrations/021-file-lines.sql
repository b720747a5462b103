-- Grain: one row a line of a text file, in its order; a blank line is null. Fails as a whole where a line
-- is not UTF-8, or too long. `path` is a glob pattern.
CREATE MACRO file_lines(path, packing) AS TABLE
SELECT line
FROM read_csv(
  path,
  compression = packing,
  auto_detect = false,
  header = false,
  delim = chr(31),
  quote = '',
  escape = '',
  columns = {'line': 'VARCHAR'},
  strict_mode = false,
  maximum_line_size = 4194304
)
