/** A position in a log that engines share: the number of a record, and the hash over it and all before it, as hex. */
export interface LogPosition {
  readonly position: bigint;
  readonly chain: string;
}

/** A record in its binary form, with its position, and the engine that has appended it. */
export interface LoggedRecord {
  readonly at: LogPosition;
  readonly writer: string;
  readonly bytes: Buffer;
}

export interface LogHead extends LogPosition {
  /** The clock of the log, in ms. */
  readonly now: number;
}

/** A log of records that several engines share: it orders and keeps them. */
export interface SharedLog {
  readonly id: string;
  /** The random name that this engine's store has among those that follow the log; a new one for a copy of a store. */
  readonly node: string;
  readonly start: LogPosition;
  /** The record that is to follow a position; no other record has its chain. */
  next(after: LogPosition, bytes: Buffer): LoggedRecord;
  /**
   * Appends the record that follows a position. When it resolves with true, the record is durable.
   *
   * @returns whether it is in the log; if not, the log has another record there, or another one before it
   * @throws HeadcountError `unavailable` if it has not been appended, or it is not known whether it has
   */
  append(after: LogPosition, record: LoggedRecord): Promise<boolean>;
  /**
   * The records after a position in their order: some at a time, none at the end.
   *
   * @throws HeadcountError `log-diverged` if the log does not have the position's chain; `log-truncated` if the position,
   * and maybe others after it, have been deleted; `unavailable`
   */
  read(after: LogPosition): Promise<readonly LoggedRecord[]>;
  /** The end of the log. It is asked for after the call, so it has all that was appended before. */
  head(): Promise<LogHead>;
  /** The format of its last record. @throws HeadcountError `unavailable` */
  format(): Promise<number>;
  /**
   * Locks the log: other engines wait before they append, so that this one is in no conflict. An engine that stands still,
   * or uses the log for nothing, loses the lock within a second.
   *
   * @returns unlocks it
   * @throws HeadcountError `unavailable`
   */
  lock(): Promise<() => Promise<void>>;
  /** Shows now and again that this engine does not stand still, so that it keeps the lock. @returns ends this */
  keepLock(): () => void;
  close(): Promise<void>;
}
