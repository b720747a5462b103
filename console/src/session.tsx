import { createContext, type ReactNode, useContext, useMemo } from "react";
import { createClient, type HeadcountClient } from "../../src/client/index.ts";

export const SCOPES = ["read", "write", "ingest", "sql", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The token that the server has let in. */
export interface SignedIn {
  readonly secret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Who uses the console, and what they talk to the server with. */
export interface Session extends SignedIn {
  readonly client: HeadcountClient;
  signOut(): void;
}

const SessionContext = createContext<Session | null>(null);

/** What each scope lets a token do besides what it names (D18). */
const IMPLIED: Readonly<Record<Scope, readonly Scope[]>> = {
  admin: SCOPES,
  write: ["read", "write"],
  read: ["read"],
  ingest: ["ingest"],
  sql: ["sql"],
};

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("nobody is signed in");
  return session;
}

/** Whether the token may do what needs a scope; the server has the last word. */
export function useMay(wanted: Scope): boolean {
  return useSession().scopes.some((scope) => IMPLIED[scope].includes(wanted));
}

export function SessionProvider(props: {
  readonly signedIn: SignedIn;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}) {
  const { signedIn, onSignOut, children } = props;
  const session = useMemo(
    () => ({ ...signedIn, client: clientOf(signedIn.secret), signOut: onSignOut }),
    [signedIn, onSignOut],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** A client that does not try again by itself: queries do, and show why they wait. */
export function clientOf(secret: string): HeadcountClient {
  return createClient({ address: location.origin, token: secret, fetch: (request) => fetch(request) });
}

const KEY = "headcount-token";

/** The token kept on this device or for this tab; null without one. */
export function storedSecret(): string | null {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
}

export function isKeptOnDevice(): boolean {
  return localStorage.getItem(KEY) !== null;
}

/** Keeps a token for this tab, or on this device until signing out. */
export function storeSecret(secret: string, onDevice: boolean): void {
  (onDevice ? localStorage : sessionStorage).setItem(KEY, secret);
}

export function forgetSecret(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** A token handed over in the address, behind `#token=`, which no server gets to see; taken out of it. */
export function takeHandedSecret(): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get("token");
  if (secret !== null) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}
