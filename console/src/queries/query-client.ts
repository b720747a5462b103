import { QueryClient } from "@tanstack/react-query";
import { mayPass } from "../connection/retry-failed.ts";

/** How long an answer is taken for fresh: counts come over the websocket as they change, the rest changes rarely. */
const FRESH_MS = 60_000;
/** How soon is asked once more before a page says that something has failed. */
const RETRY_MS = 500;

/** Caches what the server has answered. `retryFailed` asks again for what has failed. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The server may well be on this side of a lost internet connection.
        networkMode: "always",
        retry: (failures, error) => failures === 0 && mayPass(error),
        retryDelay: RETRY_MS,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
