/**
 * What a promise settles with, unless a signal aborts before; the promise is left to itself then.
 *
 * @throws what the promise is rejected with; the signal's reason
 */
export function settledBefore<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    promise.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
