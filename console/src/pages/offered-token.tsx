import { useEffect, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { errorText, Loading } from "../components/states.tsx";
import { useConnection } from "../connection/connection-provider.tsx";
import { checkToken, type SignedIn } from "../session.tsx";

type Checked = SignedIn | "unknown" | { readonly error: unknown };

/** Asks whether a token that an address has brought is to take the place of the one that is signed in. */
export function OfferedToken(props: {
  readonly signedIn: SignedIn;
  /** The secret of the other one. */
  readonly offered: string;
  readonly onUse: (next: SignedIn) => void;
  readonly onStay: () => void;
}) {
  const { signedIn, offered, onUse, onStay } = props;
  const connection = useConnection();
  const [checked, setChecked] = useState<Checked | null>(null);
  useEffect(() => {
    let isOver = false;
    const show = (result: Checked) => {
      if (!isOver) setChecked(result);
    };
    checkToken(offered, connection).then(
      (token) => show(token ?? "unknown"),
      (error: unknown) => show({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [offered, connection]);
  const isKnown = checked !== null && checked !== "unknown" && !("error" in checked);
  return (
    <Dialog title="Sign in with another token?" onClose={onStay}>
      <div className="form">
        <p>
          You are signed in with the token <strong>{signedIn.name}</strong>.
        </p>
        {checked === null && <Loading>Checking the token in the address…</Loading>}
        {checked === "unknown" && (
          <p>The address that you have opened holds another token, but the server does not know it.</p>
        )}
        {isKnown && (
          <p>
            The address that you have opened holds another one: <strong>{checked.name}</strong> (
            {checked.scopes.join(", ")}). Use it only if you trust where the address comes from.
          </p>
        )}
        {checked !== null && !isKnown && checked !== "unknown" && (
          <p role="alert">The token in the address could not be checked: {errorText(checked.error)}</p>
        )}
        <div className="form-actions">
          {isKnown && (
            <button type="button" className="button" onClick={() => onUse(checked)}>
              Sign in with the new token
            </button>
          )}
          <button type="button" className="button button-primary" onClick={onStay}>
            Stay signed in as {signedIn.name}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
