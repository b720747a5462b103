-- Grain: one row: the database's file. Each file has an identity of its own, also where another's rows have been copied
-- into it.
CREATE TABLE database_file (
  identity BIGINT NOT NULL
)
