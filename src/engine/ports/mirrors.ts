/** How far a mirror is, for operators. */
export interface MirrorProgress {
  /** The address of its database, without a user: host:port/name. */
  readonly database: string;
  /** Events that it does not have. */
  readonly lag: number;
  /** The instant that it is as of, in ms; null if that is not known yet. */
  readonly asOf: number | null;
  /** Why it cannot be brought up to date; null if it can. */
  readonly failure: string | null;
}
