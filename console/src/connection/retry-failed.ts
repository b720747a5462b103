import type { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../../src/client/index.ts";
import type { Connection } from "./connection.ts";

/** How soon what has failed is asked for again: at first, and at most. */
const WAIT_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/** Whether an error may pass by itself: no answer, or one that is the server's own fault. */
export function mayPass(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof Problem && error.status >= 500)
  );
}

/**
 * Has queries that have failed asked again: when a lost server is back, and now and then where the server
 * answers with an error of its own.
 *
 * @returns stops that
 */
export function retryFailed(queryClient: QueryClient, connection: Connection): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = WAIT_MS;
  const failed = () =>
    queryClient.getQueryCache().findAll({
      type: "active",
      predicate: ({ state }) => state.status === "error" && mayPass(state.error),
    });

  const retry = async () => {
    clearTimeout(timer);
    timer = undefined;
    await Promise.allSettled(failed().map((query) => query.fetch()));
    if (failed().length === 0) wait = WAIT_MS;
    else later();
  };
  const later = () => {
    // A lost server says when it is back.
    if (timer !== undefined || connection.state.kind === "lost") return;
    timer = setTimeout(() => void retry(), wait);
    wait = Math.min(WAIT_MS_MAX, 2 * wait);
  };

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error" && mayPass(event.action.error)) later();
  });
  const stopBack = connection.onBack(() => void retry());
  return () => {
    clearTimeout(timer);
    unsubscribe();
    stopBack();
  };
}
