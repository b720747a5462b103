export type Cancel = () => void;

export interface Timers {
  after(delayMs: number, run: () => void): Cancel;
}

/** Node's timers, unreferenced so that they do not keep the process alive. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    if (delayMs <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Does something again and again, with a pause after each time.
 *
 * @param work returns the pause, in ms. It does not throw
 * @returns ends it, when what runs has ended
 */
export function repeat(timers: Timers, work: () => Promise<number>): () => Promise<void> {
  let isStopped = false;
  let cancel: Cancel = () => {};
  const next = async (): Promise<void> => {
    const pauseMs = await work();
    if (isStopped) return;
    cancel = timers.after(pauseMs, () => {
      running = next();
    });
  };
  let running = next();
  return () => {
    isStopped = true;
    cancel();
    return running;
  };
}
