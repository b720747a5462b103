-- Grain: one row a space, in order of creation.
SELECT id, name, notes, meta, parent_id, space_type, "function", time_zone, daily_reset, capacity, target_capacity, safe_capacity, safe_threshold_mode, safe_threshold_value, address, latitude, longitude, size_area, size_area_unit, annual_rent, annual_rent_currency, inherits_time_segments, created_at, updated_at, tags
FROM space
ORDER BY id
