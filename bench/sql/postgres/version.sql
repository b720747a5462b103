-- Grain: one row, the server's version.
SELECT current_setting('server_version') AS version
