import { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../../src/client/index.ts";

const RETRIES_MAX = 4;

/** Caches what the server has answered, and asks again where it had no room (429, 503) or could not be reached. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES_MAX && mayPass(error),
        // Up to the minute after which a token has requests again (D18).
        retryDelay: (failure) => Math.min(60_000, 2_000 * 3 ** failure),
      },
      mutations: { retry: false },
    },
  });
}

function mayPass(error: unknown): boolean {
  return !(error instanceof Problem) || error.status === 429 || error.status === 503;
}
