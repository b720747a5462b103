-- Grain: one row a row of a table, in its order.
INSERT INTO backup.{table} BY NAME
FROM {table}
