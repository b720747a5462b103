-- Grain: one row, how DuckDB's own parser reads $query: a tree as JSON, or an error where it is not all SELECT.
SELECT json_serialize_sql($query::VARCHAR) AS tree
