/** How a backup is made. */
export interface BackupOrder {
  /** Of the program, for the backup to say so. */
  readonly release: string;
  /** The present, in ms. */
  readonly now: number;
  /** Told how far it has come, in bytes; the total is about what there will be. */
  readonly onProgress: (bytes: number, total: number) => void;
}

/** A backup that lies within the data directory for as long as it takes to send it. */
export interface StagedBackup {
  readonly folder: string;
  /** Takes it away. */
  discard(): Promise<void>;
}

/**
 * Makes backups while everything else goes on: all that the store holds, as it would find it again if its
 * process were killed at one instant. One is made at a time, and what has been made of one that fails is
 * taken away.
 */
export interface BackupSource {
  /**
   * Makes one in a folder that does not exist or is empty.
   *
   * @throws HeadcountError `conflict` where the folder is not empty, or another is being made; `unavailable`
   * where there is no room for it, or the store is being closed
   */
  write(folder: string, order: BackupOrder): Promise<void>;

  /** The same for one that is to be sent; the next can be made when it has been discarded. */
  stage(order: BackupOrder): Promise<StagedBackup>;
}
