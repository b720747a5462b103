-- Grain: none. Ends what `track-progress` began.
SET enable_progress_bar = false;
