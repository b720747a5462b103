import { type FormEvent, useCallback, useEffect, useState } from "react";
import { answerOf, Problem } from "../../../src/client/index.ts";
import { Field } from "../components/field.tsx";
import { useTitle } from "../components/page.tsx";
import { errorText, Loading } from "../components/states.tsx";
import {
  clientOf,
  forgetSecret,
  isKeptOnDevice,
  type SignedIn,
  storedSecret,
  storeSecret,
  takeHandedSecret,
} from "../session.tsx";

/** Asks for a token, unless one was handed over in the address or is kept here. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: (signedIn: SignedIn) => void }) {
  const [secret, setSecret] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [error, setError] = useState<string>();
  useTitle("Sign in");

  const tryToken = useCallback(
    async (candidate: string, keep: boolean) => {
      setIsChecking(true);
      setError(undefined);
      try {
        const { name, scopes } = await answerOf(clientOf(candidate).v2.GET("/v2/tokens/current/"));
        storeSecret(candidate, keep);
        onSignedIn({ secret: candidate, name, scopes });
      } catch (refusal) {
        const isRefused = refusal instanceof Problem && refusal.status === 403;
        if (isRefused) forgetSecret();
        setError(isRefused ? "The server does not know this token." : errorText(refusal));
        setIsChecking(false);
      }
    },
    [onSignedIn],
  );

  useEffect(() => {
    const handed = takeHandedSecret();
    const known = handed ?? storedSecret();
    if (known !== null) void tryToken(known, handed === null && isKeptOnDevice());
  }, [tryToken]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void tryToken(secret.trim(), onDevice);
  };

  return (
    <main className="sign-in">
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
