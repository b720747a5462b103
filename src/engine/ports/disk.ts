/** What a store takes on disk, in bytes. */
export interface DiskFigures {
  /** The catalog and the log. */
  readonly database: number;
  /** The runs and roll-ups derived from it. */
  readonly runs: number;
  /** What is free beside them, for whoever runs the process. */
  readonly free: number;
}

/** Says what a store takes on disk. */
export interface DiskReader {
  figures(): Promise<DiskFigures>;
}
