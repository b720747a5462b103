-- Sets the path for the next statement, because COPY does not accept parameters.
SELECT set_config('bench.path', $1, false)
