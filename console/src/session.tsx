import { createContext, type ReactNode, useContext, useMemo } from "react";
import { answerOf, createClient, type HeadcountClient, Problem } from "../../src/client/index.ts";
import type { Connection } from "./connection/connection.ts";
import { useConnection } from "./connection/connection-provider.tsx";

export const SCOPES = ["read", "write", "ingest", "sql", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The token that the server has let in. */
export interface SignedIn {
  readonly secret: string;
  readonly id: string;
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
  const connection = useConnection();
  const session = useMemo(
    () => ({ ...signedIn, client: clientOf(signedIn.secret, connection), signOut: onSignOut }),
    [signedIn, onSignOut, connection],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** A client whose requests wait where a token has sent too many, and pages say so. */
function clientOf(secret: string, { fetch }: Connection): HeadcountClient {
  return createClient({ address: location.origin, token: secret, fetch });
}

/**
 * What the server knows of a token; null where it does not know it.
 *
 * @throws Error where the server cannot be asked
 */
export async function checkToken(secret: string, connection: Connection): Promise<SignedIn | null> {
  try {
    const token = await answerOf(clientOf(secret, connection).v2.GET("/v2/tokens/current/"));
    return { secret, id: token.id, name: token.name, scopes: token.scopes };
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  }
}

const KEY = "headcount-token";

/** The token kept for this tab, or else on this device; null without one. */
export function storedSecret(): string | null {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
}

/** Keeps a token for this tab, or on this device until signing out. */
export function storeSecret(secret: string, onDevice: boolean): void {
  (onDevice ? localStorage : sessionStorage).setItem(KEY, secret);
}

export function forgetSecret(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/**
 * A token handed over in the address, behind `#token=`, which no server gets to see; taken out of the address
 * before anything else looks at it. Null without one.
 */
export function takeHandedSecret(): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get("token");
  if (secret !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return secret;
}
