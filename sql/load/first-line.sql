-- Grain: one row, the first line of a text file.
SELECT line
FROM read_csv(
  $path,
  auto_detect = false,
  header = false,
  delim = chr(31),
  quote = '',
  escape = '',
  columns = {'line': 'VARCHAR'},
  strict_mode = false,
  null_padding = true
)
LIMIT 1
