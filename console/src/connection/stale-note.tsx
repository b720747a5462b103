import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useConnectionState } from "./connection-provider.tsx";
import { isTransient } from "./retry-failed.ts";

/** States that some data could not be updated; `ConnectionNote` reports a lost server. */
export function StaleNote() {
  const { kind } = useConnectionState();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const isStale = useSyncExternalStore(subscribe, () =>
    cache
      .findAll({ type: "active" })
      .some(({ state }) => state.status === "error" && state.data !== undefined && isTransient(state.error)),
  );
  return (
    <div className="connection-note" role="status">
      {isStale && kind === "ok" && <p>Some data could not be updated. The console retries automatically.</p>}
    </div>
  );
}
