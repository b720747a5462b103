/** Cancels a scheduled callback. */
export type Cancel = () => void;

/** Schedules callbacks; injected, like the clock. */
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
