-- Grain: one list, the sort keys of a space's and day's events as the changes of a run.
CREATE MACRO packed_changes(sort_keys) AS
list_transform(list_sort(sort_keys), lambda key: (((key >> 37) << 1) | (key & 1))::UINTEGER)
