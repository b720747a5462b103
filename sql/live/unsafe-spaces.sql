-- Grain: one row a space that was last told to be unsafe.
SELECT space_id
FROM unsafe_space
