-- Grain: the file that a backup has been written into.
DETACH backup
