import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "../connection/connection.ts";

/** How long a response is fresh: the websocket reports changes of counts, and other data changes rarely. */
const FRESH_MS = 60_000;
/** The time until the one retry before a page shows an error. */
const RETRY_MS = 500;

/** Creates the cache of responses. `retryFailed` retries failed queries later. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The server may be reachable without an internet connection.
        networkMode: "always",
        retry: (failures, error) => failures === 0 && isTransient(error),
        retryDelay: RETRY_MS,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
