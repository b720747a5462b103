import { info, pause, stopwatch } from "../process.ts";
import type { ServerClient, Work } from "../server-client.ts";

/** How long to retry while the server cannot be reached, in seconds, and the delay between attempts, in ms. */
const RETRY_SECONDS_MAX = 60;
const RETRY_DELAY_MS = 1_000;

/** A signal that Ctrl-C and SIGTERM abort, once the current request has ended; a second one ends the process. */
export function stopOnSignal(): { readonly stop: AbortSignal; readonly release: () => void } {
  const stopping = new AbortController();
  const onSignal = () => stopping.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const release = () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  return { stop: stopping.signal, release };
}

/**
 * Sends a request, again if it gets no response: what did arrive is a duplicate then. Returns null if the simulation was
 * stopped meanwhile.
 *
 * @throws HeadcountError `unavailable` if the server rejects the request or cannot be reached for a minute
 */
export async function sendUntilAnswered<T>(
  server: ServerClient,
  send: Work<T>,
  stop: AbortSignal,
): Promise<T | null> {
  return server.run(async (client, library) => {
    const elapsed = stopwatch();
    for (;;) {
      try {
        return await send(client, library);
      } catch (error) {
        const isFinal = error instanceof library.Problem;
        if (stop.aborted && !isFinal) return null;
        if (isFinal || elapsed() > RETRY_SECONDS_MAX) throw error;
        info("Cannot reach the server; retrying…");
        await pause(RETRY_DELAY_MS, stop);
        if (stop.aborted) return null;
      }
    }
  });
}
