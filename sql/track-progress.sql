-- Grain: none. Lets the connection be asked how far its running statement has come, and prints nothing itself.
SET enable_progress_bar_print = false;
SET enable_progress_bar = true;
