import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useConnectionState } from "./connection-provider.tsx";
import { mayPass } from "./retry-failed.ts";

/** Says that what is shown could not be fetched again; `ConnectionNote` reports a lost server. */
export function StaleNote() {
  const { kind } = useConnectionState();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const isStale = useSyncExternalStore(subscribe, () =>
    cache
      .findAll({ type: "active" })
      .some(({ state }) => state.status === "error" && state.data !== undefined && mayPass(state.error)),
  );
  return (
    <div className="connection-note" role="status">
      {isStale && kind === "good" && (
        <p>Some of what you see could not be brought up to date. It is tried again by itself.</p>
      )}
    </div>
  );
}
