import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { Connection, type ConnectionState } from "./connection.ts";

const ConnectionContext = createContext<Connection | null>(null);

/** Provides the connection that all requests of the console use. */
export function ConnectionProvider({ children }: { readonly children: ReactNode }) {
  const [connection] = useState(() => new Connection());
  useEffect(() => () => connection.stop(), [connection]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new Error("ConnectionProvider is missing");
  return connection;
}

export function useConnectionState(): ConnectionState {
  const connection = useConnection();
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

/** Calls a stable function (`useCallback`) after the server becomes reachable again. */
export function useReconnect(onReconnect: () => void): void {
  const connection = useConnection();
  useEffect(() => connection.onReconnect(onReconnect), [connection, onReconnect]);
}

const TICK_MS = 250;

/** The seconds until the rate limit permits requests again; null if it is not reached. */
export function useRetrySeconds(): number | null {
  const state = useConnectionState();
  const until = state.kind === "rate-limited" ? state.until : null;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(1, Math.ceil((until - now) / 1_000));
}
