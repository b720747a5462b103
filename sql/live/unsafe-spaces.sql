-- Grain: one row a space that is unsafe by its last threshold notification.
SELECT space_id
FROM unsafe_space
