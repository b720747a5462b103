-- Grain: none; the schema of what the views and macros for users are made from.
CREATE SCHEMA base
