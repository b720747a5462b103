-- Grain: none. A query by a user runs in a transaction that can write nothing.
BEGIN TRANSACTION READ ONLY
