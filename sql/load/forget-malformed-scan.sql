-- Grain: the file read before.
DROP TABLE IF EXISTS malformed_scan
