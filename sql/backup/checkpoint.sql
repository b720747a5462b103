-- Grain: the file that a backup has been written into, without which its log of changes would be part of it.
CHECKPOINT backup
