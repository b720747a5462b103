import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { useTitle } from "../components/page.tsx";
import { errorText, Loading } from "../components/states.tsx";
import { isTransient } from "../connection/connection.ts";
import { ConnectionNote } from "../connection/connection-note.tsx";
import { useConnection, useReconnect } from "../connection/connection-provider.tsx";
import { checkToken, deleteSecret, type SignedIn, storedSecret, storeSecret } from "../session.tsx";

/** The time until a failed request is retried. */
const RETRY_MS = 5_000;

/**
 * Asks for a token, unless one is stored or in the URL. The stored token comes first: the user decides later whether to
 * switch to the one in the URL.
 *
 * @param props.urlSecret the token in the URL
 */
export function SignIn(props: {
  readonly urlSecret: string | null;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}) {
  const { urlSecret, onSignedIn } = props;
  const connection = useConnection();
  const [secret, setSecret] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [error, setError] = useState<string>();
  /** Whether the request failed, so that a known token is tried again. */
  const [hasFailed, setHasFailed] = useState(false);
  useTitle("Sign in");

  /** Signs in with a token; resolves to false if the server does not accept it. */
  const tryToken = useCallback(
    async (candidate: string, store: "on device" | "in tab" | "no") => {
      setIsChecking(true);
      setHasFailed(false);
      setError(undefined);
      try {
        const signedIn = await checkToken(candidate, connection);
        if (signedIn === null) {
          setError("The server does not accept this token.");
          return false;
        }
        if (store !== "no") storeSecret(candidate, store === "on device");
        onSignedIn(signedIn);
      } catch (failure) {
        setError(errorText(failure));
        setHasFailed(isTransient(failure));
      } finally {
        setIsChecking(false);
      }
      return true;
    },
    [connection, onSignedIn],
  );

  const tryKnown = useCallback(async () => {
    const stored = storedSecret();
    if (stored !== null) {
      if (await tryToken(stored, "no")) return;
      deleteSecret();
    }
    if (urlSecret !== null) await tryToken(urlSecret, "in tab");
  }, [urlSecret, tryToken]);
  useEffect(() => void tryKnown(), [tryKnown]);
  // `useReconnect` covers a lost server, this effect one that fails.
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(() => void tryKnown(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [hasFailed, tryKnown]);
  useReconnect(useCallback(() => void tryKnown(), [tryKnown]));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void tryToken(secret.trim(), onDevice ? "on device" : "in tab");
  };

  return (
    <main className="sign-in">
      <ConnectionNote />
      <form className="card stack sign-in-card" onSubmit={submit}>
        <img src="/favicon.svg" alt="" width="48" height="48" />
        <h1>Headcount</h1>
        <p>Occupancy of spaces, live and in the past.</p>
        <Field
          label="Token"
          error={error}
          hint={
            <>
              Create one with <code>headcount token create</code>, or ask the administrator of the server. The
              scope <code>read</code> is enough to view counts.
            </>
          }
        >
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="current-password"
              spellCheck={false}
              required
              value={secret}
              onChange={({ target }) => setSecret(target.value)}
            />
          )}
        </Field>
        <label className="checkbox">
          <input type="checkbox" checked={onDevice} onChange={({ target }) => setOnDevice(target.checked)} />{" "}
          Stay signed in on this device
        </label>
        <Button type="submit" look="primary" disabled={isChecking}>
          Sign in
        </Button>
        {isChecking && <Loading>Checking the token…</Loading>}
      </form>
    </main>
  );
}
