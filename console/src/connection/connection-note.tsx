import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState, useSyncExternalStore } from "react";
import { Button } from "../components/button.tsx";
import { isOutdated, reload } from "../errors/reload.ts";
import { isTransient } from "./connection.ts";
import { useConnectionState, useReconnect, useRetrySeconds } from "./connection-provider.tsx";

/** States that the rate limit is reached, or that the server is not reachable. */
export function ConnectionNote() {
  const { kind } = useConnectionState();
  return (
    <div className="connection-note" role="status">
      {kind === "rate-limited" && (
        <p>
          <RateLimitNotice />
        </p>
      )}
      {kind === "lost" && (
        <p>Server not reachable. The data shown may be out of date. The console reconnects automatically.</p>
      )}
    </div>
  );
}

/** States that the rate limit is reached (D18), and how long the console waits. */
export function RateLimitNotice() {
  const seconds = useRetrySeconds();
  if (seconds === null) return null;
  return (
    <span className="tabular">
      Rate limit reached: this token has used all its requests for this minute. Retrying
      {/* Screen readers should not announce every second. */}
      <span aria-hidden="true"> in {seconds} s</span>.
    </span>
  );
}

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

/** Whether a lost server has returned with another build of the console. */
export function useIsOutdated(): boolean {
  const [outdated, setOutdated] = useState(false);
  useReconnect(useCallback(() => void isOutdated().then(setOutdated), []));
  return outdated;
}

/** Offers to reload the console if the server has a newer build. */
export function UpgradeNote() {
  if (!useIsOutdated()) return null;
  return (
    <div className="connection-note" role="status">
      <p>
        A new version of the console is available. <Button onClick={reload}>Reload</Button>
      </p>
    </div>
  );
}
