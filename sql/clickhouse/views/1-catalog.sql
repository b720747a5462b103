-- Views of the catalog of the mirror, with the names and columns of the local ones (sql/analysis/views). Instants are UTC;
-- columns whose names begin with local_ are in the time zone of the space. FINAL shows the current rows.

-- name: as-of
-- Grain: one row: the instant that the mirror is as of.
CREATE OR REPLACE VIEW as_of DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
SELECT fromUnixTimestamp64Milli(max(as_of_ts), 'UTC') AS timestamp
FROM cut
WHERE is_complete = 1

-- name: spaces
-- Grain: one row per space, floor, building or campus, with its present settings and its location.
CREATE OR REPLACE VIEW spaces DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
SELECT
  key AS id, name, space_type, function, parent_key AS parent_id, path, campus, building, building_key AS building_id,
  floor, time_zone, daily_reset, capacity, target_capacity, safe_limit, safe_threshold_mode, safe_threshold_value,
  safe_capacity, tags, assigned_teams, notes, address, latitude, longitude, size_area, size_area_unit, annual_rent,
  annual_rent_currency, meta,
  fromUnixTimestamp64Milli(created_at, 'UTC') AS created_at,
  fromUnixTimestamp64Milli(updated_at, 'UTC') AS updated_at
FROM space FINAL
