import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { Connection, type ConnectionState } from "./connection.ts";

const ConnectionContext = createContext<Connection | null>(null);

/** What all requests of the console go through. */
export function ConnectionProvider({ children }: { readonly children: ReactNode }) {
  const [connection] = useState(() => new Connection());
  useEffect(() => () => connection.stop(), [connection]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new Error("there is no connection here");
  return connection;
}

export function useConnectionState(): ConnectionState {
  const connection = useConnection();
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

/** Calls a function, which stays the same (`useCallback`), when a lost server is back. */
export function useServerBack(onBack: () => void): void {
  const connection = useConnection();
  useEffect(() => connection.onBack(onBack), [connection, onBack]);
}

const TICK_MS = 250;

/** The whole seconds until requests are sent again; null where they need not wait. */
export function useSecondsToWait(): number | null {
  const state = useConnectionState();
  const until = state.kind === "slowed" ? state.until : null;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(1, Math.ceil((until - now) / 1_000));
}
