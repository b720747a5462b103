/** The file of a data directory that holds the catalog and the log; the runs derived from it lie beside it. */
export const DATABASE_FILE = "headcount.duckdb";

/** What has been committed to the database and is not in its file yet. */
export const DATABASE_LOG_FILE = `${DATABASE_FILE}.wal`;

/** The file of a data directory that says what has been committed last, so that a loss of it is noticed. */
export const LAST_COMMIT_FILE = "last-commit";

/** The folder of a data directory for files that the database does not list: nothing removes them. */
export const QUARANTINE_FOLDER = "quarantine";

/** The folder of a data directory that holds the files of runs. */
export const RUNS_FOLDER = "runs";

/** Where a backup lies that is being sent, within the data directory. */
export const STAGING_FOLDER = "backup.tmp";

/** Where the database is written anew, within the data directory, so that its file takes less room. */
export const COMPACTING_FOLDER = "compact.tmp";

/** The folder of the copy that users' SQL reads: it is made anew where it is missing. */
export const ANALYSIS_FOLDER = "analysis";

/** Where a data directory lies that is being restored, within itself. */
export const RESTORING_FOLDER = "restore.tmp";
