/** The duty of the node of a cluster that keeps the mirrors up to date. */
export const MIRRORS_DUTY = "mirrors";

export interface MirrorProgress {
  /** The address of its database, without a user: host:port/name. */
  readonly database: string;
  /** Events that it does not have; null if that is not known yet. */
  readonly lag: number | null;
  /** The instant that it is as of, in ms; null if that is not known yet. */
  readonly asOf: number | null;
  /** The rows that the last transfer inserted which had any, by its duration in s; null before the first one. */
  readonly rowsPerSecond: number | null;
  /** Why it cannot be brought up to date; null if it can. */
  readonly failure: string | null;
}

/** A month in which the rows of a table differ, a table of the site whose rows differ, or a view that does. */
export interface MonthDifference {
  readonly table: string;
  /** As YYYYMM, in UTC; null for tables of the site, and views. */
  readonly month: number | null;
  /** The rows that the server has, and those of the mirror; null for views. */
  readonly expected: number | null;
  readonly found: number | null;
}

export interface MirrorComparison {
  /** Months of tables that were compared. */
  readonly months: number;
  readonly differences: readonly MonthDifference[];
}

/** The mirrors that a server keeps up to date: in a cluster, none if another one does. */
export interface Mirrors {
  progress(): readonly MirrorProgress[];
  /**
   * Brings each up to date.
   *
   * @throws HeadcountError `unavailable` if one cannot be
   */
  catchUp(): Promise<void>;
  /**
   * Compares each with the server, once it has all that there is.
   *
   * @throws HeadcountError `unavailable` if one cannot be brought up to date
   */
  verify(): Promise<readonly (MirrorComparison & Pick<MirrorProgress, "database">)[]>;
  /**
   * Ships a half-open span of time, in ms, to each again.
   *
   * @throws HeadcountError as `verify`
   */
  rebuild(span: { readonly from: number; readonly to: number }): Promise<void>;
}
