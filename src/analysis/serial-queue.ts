/** Does one thing at a time, in the order in which they were asked for; one that fails stops no other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Does some work once all that was asked for before is over. @throws what the work throws */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Waits for all that has been asked for. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
