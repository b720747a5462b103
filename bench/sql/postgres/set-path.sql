-- Grain: one row, the file that the next statement reads or writes: COPY takes no bound values.
SELECT set_config('bench.path', $1, false)
