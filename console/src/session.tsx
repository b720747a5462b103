import { createContext, type ReactNode, useContext, useMemo } from "react";
import { answerOf, createClient, type HeadcountClient, Problem } from "../../src/client/index.ts";
import { allows, type Scope } from "../../src/domain/resources.ts";
import type { Connection } from "./connection/connection.ts";
import { useConnection } from "./connection/connection-provider.tsx";

/** A token that the server accepts. */
export interface SignedIn {
  readonly secret: string;
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The space that the scope `display` is for; null without this scope. */
  readonly spaceId: string | null;
}

/** The token that is signed in, and the client that uses it. */
export interface Session extends SignedIn {
  readonly client: HeadcountClient;
  signOut(): void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("SessionProvider is missing");
  return session;
}

/** Whether the token has a scope, or one that includes it. */
export function useMay(wanted: Scope): boolean {
  return allows(useSession().scopes, wanted);
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

/** A client whose requests wait when the rate limit is reached. */
function clientOf(secret: string, { fetch }: Connection): HeadcountClient {
  return createClient({ address: location.origin, token: secret, fetch });
}

/** The name and scopes of a token; null if the server does not accept it. @throws Error if the request fails */
export async function checkToken(secret: string, connection: Connection): Promise<SignedIn | null> {
  try {
    const token = await answerOf(clientOf(secret, connection).v2.GET("/v2/tokens/current/"));
    const { id, name, scopes, space_id: spaceId } = token;
    return { secret, id, name, scopes, spaceId };
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  }
}

const KEY = "headcount-token";

/** The token that is stored for this tab, or on this device; null if there is none. */
export function storedSecret(): string | null {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
}

/** Stores a token for this tab, or on this device until the user signs out. */
export function storeSecret(secret: string, onDevice: boolean): void {
  (onDevice ? localStorage : sessionStorage).setItem(KEY, secret);
}

export function deleteSecret(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** Returns the token in the URL, after `#token=`, and removes it from the URL; null if there is none. */
export function takeUrlSecret(): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get("token");
  if (secret !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return secret;
}
