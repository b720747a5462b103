-- The size of all blocks of a table. A block that two small tables share is included in the size of both.
WITH held AS (
  SELECT block_id
  FROM pragma_storage_info($table)
  UNION
  SELECT unnest(additional_block_ids)
  FROM pragma_storage_info($table)
)
SELECT count(*) * any_value(block_size) AS bytes
FROM held
CROSS JOIN pragma_database_size()
WHERE block_id >= 0
