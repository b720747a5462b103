import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { CheckboxField } from "../components/form/fields.tsx";
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
  /** Whether a token that this browser has is checked, so that there is nothing to ask for. */
  const [isOpening, setIsOpening] = useState(() => storedSecret() !== null || urlSecret !== null);
  const [error, setError] = useState<string>();
  /** Whether the request failed, so that a known token is tried again. */
  const [hasFailed, setHasFailed] = useState(false);
  useTitle(isOpening ? "Opening" : "Sign in");

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
    if (urlSecret === null || !(await tryToken(urlSecret, "in tab"))) setIsOpening(false);
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

  if (isOpening) return <Opening error={error} onOther={() => setIsOpening(false)} />;
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
        <CheckboxField label="Stay signed in on this device" value={onDevice} onChange={setOnDevice} />
        <Button type="submit" look="primary" disabled={isChecking}>
          Sign in
        </Button>
        {isChecking && <Loading>Checking the token…</Loading>}
      </form>
    </main>
  );
}

/** Shown while a known token is checked, or cannot be checked. @param props.onOther asks for another token */
function Opening(props: { readonly error: string | undefined; readonly onOther: () => void }) {
  const { error, onOther } = props;
  return (
    <main className="sign-in">
      <h1 className="visually-hidden">Headcount</h1>
      {error === undefined ? (
        <Loading>Opening the console…</Loading>
      ) : (
        <div className="error-note" role="alert">
          <p>{error} The console retries automatically.</p>
          <Button onClick={onOther}>Sign in with another token</Button>
        </div>
      )}
    </main>
  );
}

/** Asks whether to sign in with the token in the URL instead of the current one. */
export function SwitchToken(props: {
  readonly signedIn: SignedIn;
  /** The secret of the token in the URL. */
  readonly offered: string;
  readonly onUse: (next: SignedIn) => void;
  readonly onStay: () => void;
}) {
  const { signedIn, offered, onUse, onStay } = props;
  const connection = useConnection();
  const checked = useQuery({
    queryKey: ["token", offered],
    queryFn: () => checkToken(offered, connection),
  });
  const { data: token } = checked;
  return (
    <Dialog title="Sign in with another token?" onClose={onStay}>
      <div className="stack">
        <p>
          You are signed in with the token <strong>{signedIn.name}</strong>.
        </p>
        {checked.isPending && <Loading>Checking the token in the URL…</Loading>}
        {token === null && <p>The URL contains another token, but the server does not accept it.</p>}
        {token && (
          <p>
            The URL contains the token <strong>{token.name}</strong> ({token.scopes.join(", ")}). Use it only
            if you trust the source of the URL.
          </p>
        )}
        {checked.isLoadingError && (
          <p role="alert">The token in the URL could not be checked: {errorText(checked.error)}</p>
        )}
        <div className="row form-actions">
          {token && <Button onClick={() => onUse(token)}>Sign in with the new token</Button>}
          <Button look="primary" onClick={onStay}>
            Stay signed in as {signedIn.name}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
