/** The database file of a data directory: catalog and log. Runs are in separate files. */
export const DATABASE_FILE = "headcount.duckdb";

/** DuckDB's write-ahead log: commits that are not in the database file yet. */
export const DATABASE_LOG_FILE = `${DATABASE_FILE}.wal`;

/** The file that records the last commit, so that a loss of commits is detected. */
export const LAST_COMMIT_FILE = "last-commit";

/** The folder of a data directory for files that the database does not list: nothing removes them. */
export const QUARANTINE_FOLDER = "quarantine";

/** The start of the name of each folder in which a new database file is created. */
export const CREATING_FOLDER = "create.tmp-";

export const RUNS_FOLDER = "runs";

/** The folder in which a backup is packed while it is sent. */
export const PACKING_FOLDER = "backup.tmp";

/** The folder in which the database is rewritten to make its file smaller. */
export const COMPACTING_FOLDER = "compact.tmp";

/** The folder of the analysis copy. It is rebuilt if missing. */
export const ANALYSIS_FOLDER = "analysis";

/** The folder of files on their way to mirrors. */
export const MIRROR_FOLDER = "mirror";

export const SET_ASIDE_FOLDER = "mqtt-set-aside";

/** The folder inside the target directory in which a restore is prepared. */
export const RESTORING_FOLDER = "restore.tmp";
