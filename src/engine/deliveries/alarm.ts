/** Takes back what was to be run. */
export type Cancel = () => void;

/** Runs work later; injected, as the clock is. */
export interface Alarm {
  after(delayMs: number, run: () => void): Cancel;
}

/** The process's timers, which do not keep it alive. */
export const systemAlarm: Alarm = {
  after(delayMs, run) {
    if (delayMs <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
