import { useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { errorText, Loading } from "../components/states.tsx";
import { useConnection } from "../connection/connection-provider.tsx";
import { checkToken, type SignedIn } from "../session.tsx";

type Checked = SignedIn | "unknown" | { readonly error: unknown };

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
      <div className="stack">
        <p>
          You are signed in with the token <strong>{signedIn.name}</strong>.
        </p>
        {checked === null && <Loading>Checking the token in the URL…</Loading>}
        {checked === "unknown" && <p>The URL contains another token, but the server does not accept it.</p>}
        {isKnown && (
          <p>
            The URL contains the token <strong>{checked.name}</strong> ({checked.scopes.join(", ")}). Use it
            only if you trust the source of the URL.
          </p>
        )}
        {checked !== null && !isKnown && checked !== "unknown" && (
          <p role="alert">The token in the URL could not be checked: {errorText(checked.error)}</p>
        )}
        <div className="row form-actions">
          {isKnown && <Button onClick={() => onUse(checked)}>Sign in with the new token</Button>}
          <Button look="primary" onClick={onStay}>
            Stay signed in as {signedIn.name}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
