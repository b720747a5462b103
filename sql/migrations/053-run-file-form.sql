-- Grain: one note. Files of runs have a fifth form from here on, with rows by the stretch: a program that knows the fourth
-- alone would take them for damaged, so it is not to open a directory that may have some.
COMMENT ON TABLE run_file IS 'files of runs, of the fifth form or of the fourth'
