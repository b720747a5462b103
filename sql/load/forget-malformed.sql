-- Grain: every malformed line of the file read before.
DROP TABLE IF EXISTS malformed
