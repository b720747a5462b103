import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Field } from "../components/field.tsx";
import { useTitle } from "../components/page.tsx";
import { errorText, Loading } from "../components/states.tsx";
import { ConnectionNote } from "../connection/connection-note.tsx";
import { useConnection, useServerBack } from "../connection/connection-provider.tsx";
import { mayPass } from "../connection/retry-failed.ts";
import { checkToken, forgetSecret, type SignedIn, storedSecret, storeSecret } from "../session.tsx";

/** How soon a server that has failed is asked again. */
const RETRY_MS = 5_000;

/**
 * Asks for a token, unless one is kept here or was handed over in the address. What is kept comes first: only
 * who is signed in can say whether another token is to take its place.
 *
 * @param props.handed the token that the address held
 */
export function SignIn(props: {
  readonly handed: string | null;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}) {
  const { handed, onSignedIn } = props;
  const connection = useConnection();
  const [secret, setSecret] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [error, setError] = useState<string>();
  /** Whether the server has failed, so that it is asked again about a token that is known here. */
  const [hasFailed, setHasFailed] = useState(false);
  useTitle("Sign in");

  /** Signs in with a token; false where the server does not know it. */
  const tryToken = useCallback(
    async (candidate: string, keep: "on device" | "in tab" | "as it is") => {
      setIsChecking(true);
      setHasFailed(false);
      setError(undefined);
      try {
        const signedIn = await checkToken(candidate, connection);
        if (signedIn === null) {
          setError("The server does not know this token.");
          return false;
        }
        if (keep !== "as it is") storeSecret(candidate, keep === "on device");
        onSignedIn(signedIn);
      } catch (failure) {
        setError(errorText(failure));
        setHasFailed(mayPass(failure));
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
      if (await tryToken(stored, "as it is")) return;
      forgetSecret();
    }
    if (handed !== null) await tryToken(handed, "in tab");
  }, [handed, tryToken]);
  useEffect(() => void tryKnown(), [tryKnown]);
  // A lost server says when it is back; one that fails is asked again.
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(() => void tryKnown(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [hasFailed, tryKnown]);
  useServerBack(useCallback(() => void tryKnown(), [tryKnown]));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void tryToken(secret.trim(), onDevice ? "on device" : "in tab");
  };

  return (
    <main className="sign-in">
      <ConnectionNote />
      <form className="sign-in-card" onSubmit={submit}>
        <img src="/favicon.svg" alt="" width="48" height="48" />
        <h1>Headcount</h1>
        <p>How many people are in each space, now and at any time before.</p>
        <Field
          label="Token"
          error={error}
          hint={
            <>
              From <code>headcount token create</code>, or whoever runs this server. A token with the scope{" "}
              <code>read</code> is enough to look.
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
        <button type="submit" className="button button-primary" disabled={isChecking}>
          Sign in
        </button>
        {isChecking && <Loading>Asking the server…</Loading>}
      </form>
    </main>
  );
}
