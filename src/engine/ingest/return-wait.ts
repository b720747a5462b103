/**
 * How long a commit waits for the senders that the last one has answered: as long as some commits take, within bounds
 * in ms. On a slow machine, where a commit takes longer, they take longer to come back, too.
 */
const WAIT_COMMITS = 3;
const WAIT_MS_MIN = 10;
const WAIT_MS_MAX = 40;

/**
 * After fewer rows nobody is waited for: it would delay those who have come more than it saves. After more a
 * commit costs little beside them, and others had better be read while it goes to the disk.
 */
const ROWS_MIN = 8;
const ROWS_MAX = 10_000;

/**
 * Lets a commit wait a moment for the senders that the last one has answered. Most of those who send much send
 * again at once: without it they would go in turn with those who came meanwhile, in twice as many commits, each of
 * which costs the same whatever is in it.
 */
export class ReturnWait {
  /** Senders whose turn it is to be together in the next commit. */
  #expected = 0;
  /** Until when they are waited for, on the monotonic clock, in ms. */
  #until = -Infinity;
  #goOn: (() => void) | null = null;

  /**
   * To be called when a commit has ended, before its senders are answered.
   *
   * @param rows what the commit had of them
   * @param waiting senders that have come meanwhile
   * @param commitMs how long the commit took, in ms
   */
  answered(senders: number, rows: number, waiting: number, commitMs: number): void {
    const pays = senders > 1 && rows >= ROWS_MIN && rows <= ROWS_MAX;
    this.#expected = pays ? senders + waiting : 0;
    this.#until = performance.now() + Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, WAIT_COMMITS * commitMs));
  }

  /** To be called when a sender has come, with how many wait now. */
  arrived(waiting: number): void {
    if (waiting >= this.#expected) this.#goOn?.();
  }

  /** Resolves when all are there that are expected, or have been waited for long enough. */
  async over(waiting: number): Promise<void> {
    const ms = this.#until - performance.now();
    if (waiting >= this.#expected || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#goOn = null;
  }
}
