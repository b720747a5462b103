import type { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../../src/client/index.ts";
import type { Connection } from "./connection.ts";

/** The time between retries: initial and maximum. */
const WAIT_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/** Whether a retry can succeed: the server did not respond, or failed with a 5xx. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof Problem && error.status >= 500)
  );
}

/**
 * Retries failed queries: when a lost server is reachable again, and with exponential backoff after a 5xx.
 *
 * @returns stops the retries
 */
export function retryFailed(queryClient: QueryClient, connection: Connection): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = WAIT_MS;
  const failed = () =>
    queryClient.getQueryCache().findAll({
      type: "active",
      predicate: ({ state }) => state.status === "error" && isTransient(state.error),
    });

  const retry = async () => {
    clearTimeout(timer);
    timer = undefined;
    await Promise.allSettled(failed().map((query) => query.fetch()));
    if (failed().length === 0) wait = WAIT_MS;
    else schedule();
  };
  const schedule = () => {
    // The connection reports when a lost server is reachable again.
    if (timer !== undefined || connection.state.kind === "lost") return;
    timer = setTimeout(() => void retry(), wait);
    wait = Math.min(WAIT_MS_MAX, 2 * wait);
  };

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error" && isTransient(event.action.error))
      schedule();
  });
  const unsubscribeReconnect = connection.onReconnect(() => void retry());
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unsubscribeReconnect();
  };
}
