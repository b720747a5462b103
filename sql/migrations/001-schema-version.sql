-- Grain: one row a migration that has been applied.
CREATE TABLE schema_version (
  version INTEGER NOT NULL
)
